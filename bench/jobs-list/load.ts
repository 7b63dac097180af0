import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { forkProgram } from '../../server/test/processes/fork-program.ts';
import type { ServerSpec } from './serve.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** Starts a server in its own process, so that it does not share a thread with the load generator. */
export async function startProcess(spec: ServerSpec) {
  const child = forkProgram(SERVE);
  async function ask(message: ServerSpec | 'cpu'): Promise<unknown> {
    const answerReceived = new AbortController();
    const { signal } = answerReceived;
    child.send(message);
    const events = [once(child, 'message', { signal }), once(child, 'exit', { signal })];
    const [answer]: unknown[] = await Promise.race(events).finally(() => answerReceived.abort());
    if (child.exitCode !== null) throw new Error(`the ${spec.kind} server ended with ${child.exitCode}`);
    return answer;
  }
  const url = String(await ask(spec));
  return {
    url,
    /** Milliseconds of processor time so far. */
    readCpuMs: async () => Number(await ask('cpu')),
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
  const before = await server.readCpuMs();
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
  const cpuMs = ((await server.readCpuMs()) - before) / result.requests.total;
  return { rate: result.requests.total / result.duration, cpuMs };
}

export function calculateMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
