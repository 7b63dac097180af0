import autocannon from 'autocannon';
import type { TestUser } from '../../../../server/test/user.ts';
import type { Verdict } from '../../support/program.ts';
import type { Fleet } from './fleet.ts';

const CONNECTIONS = 16;
/** Until the code of a process is compiled and its pools are full. */
const WARM_UP_REQUESTS = 3_000;
const REQUESTS = 8_000;

export interface Speed {
  /** Answers for each second of processor time of the web processes. */
  perCpuSecond: number;
  perSecond: number;
  p99Ms: number;
}

/** How fast the running web processes answer the jobs list, through the proxy. */
export async function measureSpeed(
  url: string,
  { fleet, processes, user }: { fleet: Fleet; processes: number; user: TestUser },
): Promise<Speed> {
  const load = (amount: number) =>
    autocannon({
      url: `${url}/api/explore_jobs`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-fws-client': 'web',
        authorization: `Bearer ${user.token}`,
      },
      body: JSON.stringify({ sort: 'latest', location: '', categoryId: '' }),
      connections: CONNECTIONS,
      amount,
    });
  await load(processes * WARM_UP_REQUESTS);
  const before = fleet.readWebCpuMs();
  const result = await load(REQUESTS);
  const cpuSeconds = (fleet.readWebCpuMs() - before) / 1000;
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests failed`);
  return {
    perCpuSecond: Math.round(result.requests.total / cpuSeconds),
    perSecond: Math.round(result.requests.total / result.duration),
    p99Ms: result.latency.p99,
  };
}

export function compareSpeeds(speeds: Readonly<Record<string, Speed>>, base: string): Verdict['figures'] {
  const reference = speeds[base];
  if (!reference) throw new Error(`${base} was not measured`);
  const figures: Verdict['figures'] = {};
  for (const [name, { perCpuSecond, perSecond, p99Ms }] of Object.entries(speeds)) {
    const ratio = (perCpuSecond / reference.perCpuSecond).toFixed(2);
    figures[`${name}: requests a processor second`] = `${perCpuSecond} (${ratio})`;
    figures[`${name}: requests a second, 99%`] = `${perSecond}, ${p99Ms} ms`;
  }
  return figures;
}
