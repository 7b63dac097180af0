import { exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { userLogin } from '@fws/contract/identity/calls';
import { moveFund } from '@fws/contract/contracts/calls';
import { clearNotifications } from '@fws/contract/notifications/calls';
import { runProgram } from '../../scripts/program.ts';
import { createDb, createPool } from '../../server/src/platform/db/index.ts';
import { TestClock } from '../../server/test/clock.ts';
import { createTestDatabase } from '../../server/test/database.ts';
import { TestUser } from '../../server/test/user.ts';
import { createClient } from './client.ts';
import { provideDurableDatabase } from './durable-database.ts';
import { LATEST } from './jobs-list/cases.ts';
import { loadJobs } from './jobs-list/data.ts';
import { watchDatabaseCpu } from './jobs-list/database-cpu.ts';
import { startProcess } from './jobs-list/load.ts';
import { readOptions } from './options.ts';
import { formatProfile } from './profile/report.ts';
import { enableStatementCounts, watchStatements } from './profile/statements.ts';
import { buildRelease, loadAcceptedMilestones } from './release/data.ts';
import { runInParallel } from './release/load.ts';

// Where do a release, a list of 20, a job's page, a live event and a login spend processor time? In the server by package
// and function, in PostgreSQL by statement. Each case is warmed up by as many requests as are then measured.

// npm run bench:profile -- [--requests N of each case] [--clients N] [--top N lines of each table]
// With one client at a time, the times of statements contain no waiting for others.

const {
  requests: REQUESTS,
  clients: CLIENTS,
  top: TOP,
} = readOptions(process.argv.slice(2), { requests: 1_000, clients: 1, top: 14 });
const JOBS = 10_000;
const PASSWORD = 'Benchmark 2026';

interface Case {
  name: string;
  run: () => Promise<void>;
}

async function profile(): Promise<void> {
  const database = await createTestDatabase();
  const { ownerUrl, appUrl: databaseUrl, queueUrl } = database;
  const db = createDb(createPool(databaseUrl, { max: 16 }), { namedStatements: true });
  const clock = new TestClock();
  const poster = await TestUser.create('', db, clock, 1, {});
  // Without a verified number a login requires no code.
  const visitor = await TestUser.create('', db, clock, 2, { password: PASSWORD, mobileVerified: false });
  console.log('Loading …');
  const milestones = await loadAcceptedMilestones(db, poster.id, 2 * REQUESTS);
  await loadJobs(ownerUrl, JOBS);
  const { id: newestJob } = await db
    .selectFrom('job')
    .select('id')
    .where('state', '=', 'open')
    .orderBy('posted_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const server = await startProcess({ kind: 'fws', databaseUrl, queueUrl });
  const client = createClient(server.url, CLIENTS);
  const statements = await watchStatements(ownerUrl);
  const readDatabaseCpuMs = await watchDatabaseCpu(ownerUrl);

  let listeners: (() => void)[] = [];
  const stopListening = await client.listen(poster.token, ({ topic }) => {
    if (topic !== 'notifications') return;
    for (const listener of listeners) listener();
    listeners = [];
  });
  const signedIn = { token: poster.token };
  const cases: Case[] = [
    {
      name: 'release',
      run: async () => {
        const milestone = milestones.pop();
        if (!milestone) throw new Error('there are too few milestones');
        const { values, key } = buildRelease(milestone);
        await client.call(moveFund.name, values, { ...signedIn, headers: { 'idempotency-key': key } });
      },
    },
    { name: 'list of 20', run: () => client.call(exploreJobs.name, LATEST, signedIn) },
    { name: 'job', run: () => client.call(jobDetail.name, { jobId: String(newestJob) }, signedIn) },
    {
      name: 'event',
      run: async () => {
        // Equal events that are published together arrive once.
        const arrival = new Promise<void>((resolve) => void listeners.push(resolve));
        await Promise.all([client.call(clearNotifications.name, {}, signedIn), arrival]);
      },
    },
    {
      name: 'login',
      run: () => client.call(userLogin.name, { identifier: visitor.email, password: PASSWORD }),
    },
  ];
  for (const { name, run } of cases) {
    const requests = name === 'login' ? Math.ceil(REQUESTS / 10) : REQUESTS; // hashing a password takes long
    const load = () => runInParallel([...Array(requests).keys()], CLIENTS, run);
    await load();
    await statements.reset();
    const [serverBefore, databaseBefore] = [await server.readCpuMs(), readDatabaseCpuMs()];
    await server.startProfile();
    await load();
    const node = await server.endProfile();
    const databaseCpuMs = readDatabaseCpuMs() - databaseBefore;
    const serverCpuMs = (await server.readCpuMs()) - serverBefore;
    const costs = { serverCpuMs, databaseCpuMs, node, statements: await statements.read() };
    console.log(`\n${formatProfile({ name, requests, ...costs }, TOP)}`);
  }

  stopListening();
  client.close();
  server.stop();
  await statements.close();
  await db.destroy();
  await database.close();
}

await runProgram(async (life) => {
  await provideDurableDatabase(life, enableStatementCounts);
  await profile();
  return 0;
});
