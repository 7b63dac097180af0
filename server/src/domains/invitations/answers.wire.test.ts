import { expect, test } from 'vitest';
import { declineInvitation, jobInvitations } from '@fws/contract/invitations/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { listNotifications } from '../../../test/notifications/in-app.ts';
import { post, quote, setJobState } from '../../../test/story.ts';
import { type World } from '../../../test/world.ts';
import { toIstDate } from '@fws/contract/platform/dates';
import { withholdJobs } from '../jobs/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { endInvitations } from './ending/service.ts';
import { createPair, invite, listOwnIds, readState, setUpInvitations } from './testing/pair.ts';

// What becomes of an invitation.

let world: World;
setUpInvitations((started) => (world = started));

const DAY_MS = 24 * 3600_000;
/** Sessions of tests end after a day, so that the invitation becomes older instead. */
const setAge = (jobId: string, ageMs: number) =>
  world.db
    .updateTable('invitation')
    .set({ sent_at: new Date(world.clock.now().getTime() - ageMs) })
    .where('job_id', '=', Number(jobId))
    .execute();
const runTimers = () => endInvitations({ db: world.db, ports: { clock: world.clock } });

test('of a quote and a decline at once, the quote stands', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { poster, worker, job, jobId } = await createPair(world);
    const { invitationId } = await invite(poster, jobId, worker);
    await Promise.all([
      quote(worker, job.id),
      worker.call(declineInvitation, { invitationId: String(invitationId) }),
    ]);
    expect(await readState(worker, jobId)).toBe('quoted');
  }
});

test('the poster hears of a decline in the app alone, and it is said once', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const { invitationId } = await invite(poster, jobId, worker);
  const decline = () => worker.call(declineInvitation, { invitationId: String(invitationId) });
  expect(await decline()).toMatchObject({ httpStatus: 200, message: 'You said no. You can still quote' });
  expect((await decline()).httpStatus).toBe(200);
  expect(await listOwnIds(worker)).toEqual([]);
  expect(await readState(worker, jobId)).toBe('declined');
  expect(await listNotifications(world, poster, 'invitation_declined')).toEqual([
    { values: { worker: 'Imran S.', job: 'Shelves for the study' }, path: `/requestlist/${jobId}` },
  ]);
  const outside = await world.db
    .selectFrom('notification_delivery')
    .select(['type', 'channel'])
    .where('user_id', 'in', [poster.id, worker.id])
    .execute();
  expect(outside.filter(({ type }) => type === 'invitation_declined')).toEqual([]);
  expect(outside.filter(({ type }) => type === 'invited').map(({ channel }) => channel)).toContain('email');
  const [first] = (await poster.done(notifications, {})).items;
  expect(first).toMatchObject({ type: 'invitation_declined' });
  // Whoever has said no may still quote.
  await quote(worker, Number(jobId));
  expect(await readState(worker, jobId)).toBe('quoted');
  expect(await worker.call(declineInvitation, { invitationId: String(invitationId) })).toMatchObject({
    httpStatus: 409,
    message: 'This invitation has ended',
  });
});

test('nobody but the worker declines an invitation', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const { invitationId } = await invite(poster, jobId, worker);
  for (const other of [poster, await world.user()])
    expect(await other.call(declineInvitation, { invitationId: String(invitationId) })).toMatchObject({
      httpStatus: 404,
      message: 'This invitation was not found',
    });
  expect(await readState(worker, jobId)).toBe('sent');
  expect((await worker.call(jobInvitations, { jobId })).httpStatus).toBe(404);
});

test('an invitation lapses after seven days, or with the job', async () => {
  const pairs: Pair[] = [];
  for (const title of ['waits', 'old', 'awarded', 'cancelled', 'withheld'])
    pairs.push(await createPair(world, title));
  const [waits, old, awarded, cancelled, withheld] = pairs as [Pair, Pair, Pair, Pair, Pair];
  const { invitationId } = await invite(old.poster, old.jobId, old.worker);
  for (const { poster, jobId, worker } of [waits, awarded, cancelled, withheld])
    await invite(poster, jobId, worker);
  await setAge(old.jobId, 7 * DAY_MS - 1000);
  expect(await listOwnIds(old.worker)).toEqual([invitationId]);
  await setAge(old.jobId, 7 * DAY_MS);
  // It is over before the timer has run.
  expect(await listOwnIds(old.worker)).toEqual([]);
  expect(await old.worker.call(declineInvitation, { invitationId: String(invitationId) })).toMatchObject({
    httpStatus: 409,
    message: 'This invitation has ended',
  });
  await setJobState(world, awarded.job.id, 'award');
  await setJobState(world, cancelled.job.id, 'cancel');
  const cause = { by: { role: 'system' as const }, at: world.clock.now() };
  await inTx(world.db, (tx) => withholdJobs(tx, withheld.poster.id, cause));
  await runTimers();
  await runTimers();
  const states = await world.db
    .selectFrom('invitation')
    .select(['job_id', 'state', 'decided_at'])
    .where(
      'job_id',
      'in',
      pairs.map(({ job }) => job.id),
    )
    .orderBy('job_id')
    .execute();
  const now = world.clock.now();
  expect(states).toEqual([
    { job_id: waits.job.id, state: 'sent', decided_at: null },
    { job_id: old.job.id, state: 'lapsed', decided_at: now },
    { job_id: awarded.job.id, state: 'lapsed', decided_at: now },
    { job_id: cancelled.job.id, state: 'withdrawn', decided_at: now },
    { job_id: withheld.job.id, state: 'sent', decided_at: null },
  ]);
  // Who answers late may still quote while the job is open.
  await quote(old.worker, old.job.id);
  expect(await readState(old.worker, old.jobId)).toBe('quoted');
});
type Pair = Awaited<ReturnType<typeof createPair>>;

test('an invitation ends no later than the job takes quotes', async () => {
  const poster = await world.user();
  const worker = await world.user();
  const inDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
  const job = await post(world, poster, { values: { takeWorkOn: inDays(1), closesOn: inDays(3) } });
  const sent = await invite(poster, String(job.id), worker);
  expect(sent.lapsesAt).toBe(`${inDays(3)}T18:29:59.999Z`);
  expect(await listOwnIds(worker)).toEqual([sent.invitationId]);
  await world.db
    .updateTable('job')
    .set({ take_work_on: inDays(-2), closes_on: inDays(-1) })
    .where('id', '=', job.id)
    .execute();
  expect(await listOwnIds(worker)).toEqual([]);
});
