import type { ProofContext, Verdict } from '../support/program.ts';
import { proveAvailability, type AvailabilityOptions } from './availability.ts';
import { Cluster } from './cluster.ts';
import type { Tools } from './tools.ts';

/** Kept for what is under way when no further scenario may begin. */
const LAST_MS = 120_000;

interface Options extends AvailabilityOptions, Pick<ProofContext, 'onEnd'> {
  minutes: number;
  folder: string;
}

/** Starts a cluster and tries the scenarios on it. */
export async function runCluster(tools: Tools, options: Options): Promise<Verdict> {
  const cluster = await Cluster.start(tools, options.folder);
  options.onEnd(() => cluster.close());
  const signal = createEarlySignal(options.signal, options.minutes * 60_000 - LAST_MS);
  const { figures, violations } = await proveAvailability(cluster, { ...options, signal });
  return { figures: { programs: tools.versions, ...figures }, violations };
}

function createEarlySignal(signal: AbortSignal, afterMs: number): AbortSignal {
  const early = new AbortController();
  signal.addEventListener('abort', () => early.abort(), { once: true });
  if (Number.isFinite(afterMs)) setTimeout(() => early.abort(), Math.max(0, afterMs)).unref();
  return early.signal;
}
