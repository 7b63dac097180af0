import { join } from 'node:path';
import { runProgram } from '../../scripts/program.ts';
import { forkServer, killNow } from '../../server/test/processes/server-process.ts';
import { startWorld, type World, type WorldOptions } from '../../server/test/world.ts';
import { runOutage } from './outage/database.ts';
import { runFullDisk } from './outage/disk.ts';
import { runOnSmallDisks } from './outage/small-disks.ts';
import { parseNumberFlag, parseTextFlag } from './support/numbers.ts';
import { runProof, type Verdict } from './support/program.ts';
import type { StoryResults } from './support/stories.ts';

// The database is stopped for a while under load, or everything sent to it is swallowed (--silent), or its disk and the
// disk of the uploads are full (--disk).
// npm run prove:outage -- [--seconds AWAY] [--seed N] [--silent] [--disk]

const OPTIONS = { database: 'durable', flags: ['seconds', 'silent', 'disk', 'disks-at'] } as const;

const args = process.argv.slice(2);
const disks = parseTextFlag(args, 'disks-at');
const seconds = parseNumberFlag(args, 'seconds', disks === undefined ? 60 : 20);

if (disks !== undefined)
  await runProof(
    'outage --disk',
    OPTIONS,
    () =>
      proveOnServer((world) =>
        runFullDisk(
          world,
          { database: join(disks, 'database'), files: join(disks, 'files') },
          seconds * 1000,
        ),
      ),
    join(disks, 'database'),
  );
else if (args.includes('--disk'))
  await runProgram(({ signal }) =>
    runOnSmallDisks(signal, (folder) => [
      process.execPath,
      'scripts/run.mjs',
      'lab/prove/outage.ts',
      ...args.filter((arg) => arg !== '--disk'),
      '--disks-at',
      folder,
    ]),
  );
else if (args.includes('--silent'))
  await runProof('outage --silent', OPTIONS, ({ signal }) =>
    proveOnServer(
      (world) => {
        const databaseSwitch = { goAway: () => world.gate?.stall(), comeBack: () => world.gate?.open() };
        return runOutage(world, databaseSwitch, seconds * 1000, signal);
      },
      { gated: true },
    ),
  );
else
  await runProof('outage', OPTIONS, ({ database, signal }) =>
    proveOnServer((world) => runOutage(world, database, seconds * 1000, signal)),
  );

/** Runs the server in its own process, which must still be running at the end. */
async function proveOnServer(
  prove: (world: World) => Promise<StoryResults>,
  options: Pick<WorldOptions, 'gated'> = {},
): Promise<Verdict> {
  const world = await startWorld({
    worker: false,
    ...options,
    ...(disks === undefined ? {} : { dataDir: join(disks, 'files', 'data') }),
  });
  try {
    await world.stopServer();
    const server = await forkServer(world.config);
    const { violations, ...figures } = await prove(world);
    if (server.exitCode === null && server.signalCode === null) await killNow(server);
    else violations.push('the server ended during the outage');
    return { figures, violations };
  } finally {
    await world.close();
  }
}
