import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../scripts/user-error.ts';
import { createUnmigratedDatabase } from '../../../server/test/database.ts';
import {
  findRedisProgram,
  startRedisServer,
  type TestRedis,
} from '../../../server/test/network/redis-server.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import type { Verdict } from '../support/program.ts';
import type { RunningProxy } from '../support/proxies.ts';
import { Fleet } from './nodes/fleet.ts';
import { breakRedis } from './nodes/outages.ts';
import {
  buildFormerRelease,
  buildRelease,
  findReleaseBefore,
  migrateWith,
  type Release,
} from './nodes/release.ts';
import { deployUnderLoad } from './nodes/rolling.ts';
import { COUNTED, findPorts, startProxy, WEB_PROCESSES, WORKERS } from './nodes/site.ts';
import { compareSpeeds, measureSpeed, type Speed } from './nodes/speed.ts';

export const PARTS = ['redis', 'deploy', 'speed'] as const;
type Part = (typeof PARTS)[number];

interface NodesOptions {
  /** Redis is broken again and again until half of this time has passed, and at least once. */
  ms: number;
  /** The commit whose processes serve before the deployment; undefined: that of `findReleaseBefore`. */
  from: string | undefined;
  parts: readonly Part[];
}

interface Place {
  release: Release;
  redis: TestRedis;
  folder: string;
}

/** Four web processes and three workers with Redis behind a proxy: outages of Redis, a rolling deployment, and speed. */
export async function proveNodes({ ms, from, parts }: NodesOptions): Promise<Verdict> {
  const program = findRedisProgram();
  if (program === undefined) throw new UserError('Not installed: redis-server. Nothing was proven.');
  const untilMs = performance.now() + ms / 2;
  const folder = mkdtempSync(join(tmpdir(), 'fws-nodes-'));
  const redis = await startRedisServer(program);
  const figures: Verdict['figures'] = {};
  const violations: string[] = [];
  const add = (name: string, verdict: Verdict) => {
    for (const [figure, value] of Object.entries(verdict.figures)) figures[`${name}: ${figure}`] = value;
    violations.push(...verdict.violations.map((violation) => `${name}: ${violation}`));
  };
  try {
    const place = { release: await buildRelease(process.cwd()), redis, folder };
    if (parts.includes('redis')) add('redis', await proveOutages(place, untilMs));
    if (parts.includes('deploy')) {
      const ref = from ?? findReleaseBefore(process.cwd());
      figures['deploy: from'] = ref.slice(0, 12);
      add('deploy', await proveDeployment(place, ref));
    }
    if (parts.includes('speed')) add('speed', await compareNodes(place));
    return { figures, violations };
  } finally {
    await redis.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proveOutages({ release, redis }: Place, untilMs: number): Promise<Verdict> {
  const env = { REDIS_URL: redis.url, ...COUNTED };
  return inSite(await startWorld({ serve: false }), async (world, fleet, open) => {
    const ports = await findPorts(WEB_PROCESSES);
    for (const port of ports) await fleet.startWeb(release, port, env);
    for (const name of WORKERS) await fleet.startWorker(release, name, env);
    const { plainUrl: url } = await open(ports);
    return breakRedis(world, { fleet, redis, url, untilMs });
  });
}

async function proveDeployment({ release: to, redis, folder }: Place, ref: string): Promise<Verdict> {
  const former = await buildFormerRelease(process.cwd(), ref, folder);
  const database = await createUnmigratedDatabase();
  return inSite(await startWorld({ database, serve: false }), async (world, fleet, open) => {
    await migrateWith(former, fleet.buildEnv());
    const ports = await findPorts(WEB_PROCESSES);
    for (const port of ports) await fleet.startWeb(former, port);
    for (const name of WORKERS) await fleet.startWorker(former, name);
    const proxy = await open(ports);
    return deployUnderLoad(world, { fleet, proxy, ports, to, env: { REDIS_URL: redis.url, ...COUNTED } });
  });
}

/** One and four web processes, without Redis and with it, one after another in the same run. */
async function compareNodes({ release, redis }: Place): Promise<Verdict> {
  const speeds: Record<string, Speed> = {};
  for (const [sharing, env] of [
    ['without redis', {}],
    ['with redis', { REDIS_URL: redis.url }],
  ] as const)
    for (const count of [1, WEB_PROCESSES])
      await inSite(await startWorld({ serve: false }), async (world, fleet, open) => {
        const ports = await findPorts(count);
        for (const port of ports) await fleet.startWeb(release, port, { ...env, ...COUNTED });
        const { plainUrl } = await open(ports);
        const user = await world.user();
        speeds[`${count === 1 ? 'one' : 'four'} ${sharing}`] = await measureSpeed(plainUrl, {
          fleet,
          processes: count,
          user,
        });
      });
  return { figures: compareSpeeds(speeds, 'one without redis'), violations: [] };
}

/** Ends what was started, whatever happens. */
async function inSite<T>(
  world: World,
  use: (world: World, fleet: Fleet, open: (ports: readonly number[]) => Promise<RunningProxy>) => Promise<T>,
): Promise<T> {
  const fleet = new Fleet(world);
  let proxy: RunningProxy | undefined;
  try {
    return await use(world, fleet, async (ports) => (proxy = await startProxy(world, ports)));
  } finally {
    await proxy?.close();
    await fleet.close();
    await world.close();
  }
}
