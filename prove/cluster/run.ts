import { findProgram } from '../support/programs.ts';
import type { ProofContext, Verdict } from '../support/program.ts';
import { Cluster } from './cluster.ts';
import type { PartOptions } from './part.ts';
import { PARTS } from './parts.ts';
import type { Tools } from './tools.ts';

/** Kept for what is under way when no further scenario may begin. */
const LAST_MS = 120_000;

interface Options extends Pick<ProofContext, 'seed' | 'signal' | 'onEnd'> {
  runs: number;
  isSelected: PartOptions['isSelected'];
  minutes: number;
  folder: string;
  say: PartOptions['say'];
}

/** Runs every part on one cluster. */
export async function runCluster(tools: Tools, options: Options): Promise<Verdict> {
  const cluster = await Cluster.start(tools, options.folder);
  options.onEnd(() => cluster.close());
  const signal = createEarlySignal(options.signal, options.minutes * 60_000 - LAST_MS);
  const figures: Verdict['figures'] = { programs: tools.versions };
  const violations: string[] = [];
  for (const part of PARTS) {
    const missing = part.needs.filter((name) => findProgram(name) === null);
    if (missing.length > 0) {
      figures[part.name] = `not tried: ${missing.join(', ')} not installed`;
      continue;
    }
    const verdict = await part.run(cluster, { ...options, signal });
    Object.assign(figures, verdict.figures);
    violations.push(...verdict.violations);
  }
  return { figures, violations };
}

function createEarlySignal(signal: AbortSignal, afterMs: number): AbortSignal {
  const early = new AbortController();
  signal.addEventListener('abort', () => early.abort(), { once: true });
  if (Number.isFinite(afterMs)) setTimeout(() => early.abort(), Math.max(0, afterMs)).unref();
  return early.signal;
}
