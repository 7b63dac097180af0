import type { Verdict } from '../support/program.ts';
import type { Cluster } from './cluster.ts';

export interface PartOptions {
  /** How often each scenario is tried. */
  runs: number;
  /** Does this process try the scenario with this name and index? */
  isSelected: (name: string, index: number) => boolean;
  seed: number;
  /** Aborted when no further scenario may begin. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/** Something that is tried on a running cluster. */
export interface Part {
  name: string;
  /** Programs beside those of the cluster itself; the part is left out, by name, where one is not installed. */
  needs: readonly string[];
  run(cluster: Cluster, options: PartOptions): Promise<Verdict>;
}
