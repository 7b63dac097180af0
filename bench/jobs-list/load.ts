import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { forkProgram } from '../../server/test/fork-program.ts';
import type { ServeOrder } from './serve.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** Starts a server in its own process, so that it does not share a thread with the load generator. */
export async function startProcess(order: ServeOrder) {
  const child = forkProgram(SERVE);
  async function ask(message: ServeOrder | 'cpu'): Promise<unknown> {
    const answered = new AbortController();
    const { signal } = answered;
    child.send(message);
    const events = [once(child, 'message', { signal }), once(child, 'exit', { signal })];
    const [answer]: unknown[] = await Promise.race(events).finally(() => answered.abort());
    if (child.exitCode !== null) throw new Error(`the ${order.kind} server ended with ${child.exitCode}`);
    return answer;
  }
  const url = String(await ask(order));
  return {
    url,
    /** Milliseconds of processor time so far. */
    cpuMs: async () => Number(await ask('cpu')),
    stop: () => child.disconnect(),
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

/** A number of answers (enough for the compiler to optimize), or seconds of load. */
export type Load = { clients: number } & ({ answers: number } | { seconds: number });

export interface Speed {
  /** Answers per second. */
  rate: number;
  /** Server CPU time per answer; other work on the machine affects it less than the rate. */
  cpuMs: number;
}

/** Any answer other than a success invalidates the measurement. */
export async function askRepeatedly(
  server: ServerProcess,
  body: Record<string, string>,
  load: Load,
): Promise<Speed> {
  const before = await server.cpuMs();
  const result = await autocannon({
    url: `${server.url}/api/explore_jobs`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
    connections: load.clients,
    ...('answers' in load ? { amount: load.answers } : { duration: load.seconds }),
  });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors from ${server.url}`);
  const cpuMs = ((await server.cpuMs()) - before) / result.requests.total;
  return { rate: result.requests.total / result.duration, cpuMs };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
