import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import type { ServeOrder } from './serve.ts';

const SERVE = fileURLToPath(new URL('serve.ts', import.meta.url));

/** A server in a process of its own, so that it does not share a core's time with who asks it. */
export function startProcess(order: ServeOrder): Promise<{ url: string; stop(): void }> {
  const child = fork(SERVE, { execArgv: ['--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    child.once('message', (url: string) => resolve({ url, stop: () => child.disconnect() }));
    child.once('exit', (code) => reject(new Error(`the server to be measured ended with ${code}`)));
    child.send(order);
  });
}

/** Answers a second. Any answer that is not a success spoils the measurement. */
export async function askRepeatedly(
  url: string,
  body: Record<string, string>,
  load: { clients: number; seconds: number },
): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/explore_jobs`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
    connections: load.clients,
    duration: load.seconds,
  });
  if (result.non2xx + result.errors + result.timeouts > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors from ${url}`);
  return result.requests.average;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
