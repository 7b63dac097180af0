import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { forkProgram } from '../../../server/test/processes/fork-program.ts';
import { askProcess } from '../process.ts';
import type { NodeProfile } from '../profile/node-profile.ts';
import type { Request, ServerMemory, ServerSpec } from './serve.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** Starts a server in its own process, so that it does not share a thread with the load generator. */
export async function startProcess(spec: ServerSpec) {
  const child = forkProgram(SERVE);
  const ask = (message: ServerSpec | Request) => askProcess(child, message);
  const url = String(await ask(spec));
  return {
    url,
    /** Milliseconds of processor time so far. */
    readCpuMs: async () => Number(await ask('cpu')),
    startProfile: async () => void (await ask('profile')),
    endProfile: async () => (await ask('end profile')) as NodeProfile,
    /** After a garbage collection. */
    readMemory: async () => (await ask('memory')) as ServerMemory,
    stop: () => child.disconnect(),
  };
}
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

/** A number of answers (enough for the compiler to optimize), or seconds of load. */
export type Load = { clients: number } & ({ answers: number } | { seconds: number });

/** What every client sends. */
export interface ClientRequest {
  headers: Record<string, string>;
  body: string;
}

export interface Speed {
  /** Answers per second. */
  rate: number;
  /** CPU time of the server and PostgreSQL per answer; other work on the machine affects it less than the rate. */
  cpuMs: number;
  /** CPU time of PostgreSQL alone per answer. */
  databaseCpuMs: number;
}

/** Any answer other than a success invalidates the measurement. */
export async function askRepeatedly(
  server: ServerProcess,
  readDatabaseCpuMs: () => number,
  { headers, body }: ClientRequest,
  load: Load,
): Promise<Speed> {
  const before = await server.readCpuMs();
  const databaseBefore = readDatabaseCpuMs();
  const result = await autocannon({
    url: `${server.url}/api/explore_jobs`,
    method: 'POST',
    headers,
    body,
    connections: load.clients,
    ...('answers' in load ? { amount: load.answers } : { duration: load.seconds }),
  });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors from ${server.url}`);
  const databaseCpuMs = (readDatabaseCpuMs() - databaseBefore) / result.requests.total;
  const serverCpuMs = ((await server.readCpuMs()) - before) / result.requests.total;
  return {
    rate: result.requests.total / result.duration,
    cpuMs: serverCpuMs + databaseCpuMs,
    databaseCpuMs,
  };
}
