import { expect, onTestFinished, test } from 'vitest';
import { exploreJobs, myContracts, postJob } from '@fws/contract/jobs/calls';
import { setFaultPointHandler } from '../../src/platform/fault-point.ts';
import { translate } from '../../src/platform/messages.ts';
import { buildJobForm } from '../story.ts';
import { recordConnection, type ConnectionRecord } from './postgres-protocol.ts';
import { startWorld } from '../world.ts';

// What the product sends to a database behind PgBouncer in transaction mode. prove:pooler tests a real PgBouncer.

const ANY_JOBS = { sort: 'latest', location: '', categoryId: '' } as const;
const READERS = 12;

/** Records everything that web and worker send to the database while many users read at once. */
async function recordLogins(
  env: Record<string, string>,
): Promise<{ app: ConnectionRecord[]; queue: ConnectionRecord[] }> {
  const records: ConnectionRecord[] = [];
  const world = await startWorld({
    gated: true,
    env,
    onClient: (client) => void records.push(recordConnection(client)),
  });
  onTestFinished(() => world.close());
  const user = await world.user();
  // Readers of all jobs share statements, so they need fewer connections than readers of their own.
  const answers = await Promise.all(
    Array.from({ length: READERS }, () => [
      user.call(exploreJobs, ANY_JOBS),
      user.call(myContracts, {}),
    ]).flat(),
  );
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(Array(2 * READERS).fill(200));
  await world.drain();
  const filterByLogin = (login: string) => records.filter(({ parameters }) => parameters['user'] === login);
  return { app: filterByLogin('fws_app'), queue: filterByLogin('fws_queue') };
}

const filterPool = ({ app }: { app: ConnectionRecord[] }) =>
  app.filter(({ parameters }) => parameters['application_name'] === 'fws');
const listStatementNames = (connections: ConnectionRecord[]) =>
  connections.flatMap(({ prepared }) => prepared);

test('sends only startup parameters that PgBouncer accepts, and opens no more connections than the pool size', async () => {
  const logins = await recordLogins({ DATABASE_POOL_SIZE: '3', QUEUE_CONCURRENCY: '2' });
  expect([...logins.app, ...logins.queue].length).toBeGreaterThan(4);
  for (const { parameters } of [...logins.app, ...logins.queue])
    expect(['user', 'database', 'application_name', 'client_encoding']).toEqual(
      expect.arrayContaining(Object.keys(parameters)),
    );
  expect(filterPool(logins)).toHaveLength(3);
  const queue = logins.queue.filter(({ parameters }) => parameters['application_name'] === 'fws-worker');
  expect(queue.length).toBeLessThanOrEqual(4);
});

test('names frequent statements so that a connection plans them once', async () => {
  expect(listStatementNames(filterPool(await recordLogins({})))).toContain('callers');
});

test('names no application statement when DATABASE_NAMED_STATEMENTS is off', async () => {
  const names = listStatementNames(filterPool(await recordLogins({ DATABASE_NAMED_STATEMENTS: '0' })));
  expect(names.length).toBeGreaterThan(READERS);
  expect(new Set(names)).toEqual(new Set(['']));
});

test('an outage after a commit is not answered "nothing was changed"', async () => {
  const world = await startWorld({ gated: true, worker: false });
  onTestFinished(() => world.close());
  const user = await world.user();
  let isArmed = true;
  setFaultPointHandler((point) => {
    if (point !== 'after_commit' || !isArmed) return;
    isArmed = false;
    world.gate?.block();
  });
  onTestFinished(() => setFaultPointHandler(() => {}));
  const answer = await user.call(postJob, buildJobForm(world.clock.now(), { title: 'Posted all the same' }));
  world.gate?.open();
  expect([answer.httpStatus, answer.message]).toEqual([503, translate('en', 'common.outcome_unknown')]);
  const jobs = await world.db.selectFrom('job').select('title').execute();
  expect(jobs).toEqual([{ title: 'Posted all the same' }]);
});
