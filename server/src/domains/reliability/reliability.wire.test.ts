import { adminFactorBegin, adminFactorSet } from '@fws/contract/admin/calls';
import { adminContest, adminContestDecide } from '@fws/contract/admin/contests/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { adminUserSuspend } from '@fws/contract/admin/users/calls';
import { personDetail } from '@fws/contract/connections/calls';
import { cancelJob } from '@fws/contract/contracts/calls';
import type { Contract } from '@fws/contract/contracts/schemas';
import { declineInvitation, inviteWorker, myInvitations } from '@fws/contract/invitations/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { notificationList } from '@fws/contract/notifications/calls';
import { contractRequests } from '@fws/contract/quotes/calls';
import { contestOutcome, jobOutcome, myReliability } from '@fws/contract/reliability/calls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAdmin, generateCode } from '../../../test/admin/admins.ts';
import { setUpSides, type Sides } from '../../../test/sides.ts';
import { award, earn, fund, getMilestoneAt, payOut, post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import type { World } from '../../../test/world.ts';
import { composeDeps } from '../../compose.ts';
import { readConfig } from '../../config/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/log.ts';
import { grantRole } from '../admin/index.ts';
import { recordSignal } from '../links/index.ts';
import { expectRecomputed } from './testing/recompute.ts';

const DAY_MS = 24 * 3600_000;

let world: World;
let poster: TestUser;
let worker: TestUser;
let sides: Sides;
setUpSides((fixture) => ({ world, poster, worker } = fixture));
beforeEach(() => {
  sides = { poster, worker };
});
afterEach(() => expectRecomputed(world));

const cancel = (by: TestUser, { jobId }: Contract) =>
  by.done(cancelJob, { jobId: String(jobId), comment: 'Not today', refundText: '' });
const read = async (by: TestUser, { jobId }: Contract) => {
  const { outcome, reason } = await by.done(jobOutcome, { jobId: String(jobId) });
  return `${outcome}: ${reason}`;
};
const readBoth = async (contract: Contract) => [await read(poster, contract), await read(worker, contract)];
const listNotices = async (user: TestUser, type: string) => {
  await world.drain();
  return (await user.done(notificationList, {})).items.filter((item) => item.type === type);
};
/** They are seen on the same device. */
async function link(...users: TestUser[]): Promise<void> {
  const { deps, close } = composeDeps(readConfig(world.config), { log: silentLog });
  await inTx(world.db, async (tx) => {
    for (const { id: userId } of users)
      await recordSignal(deps, tx, { userId, kind: 'device', value: 'shared' });
  });
  await close();
}
const readRecords = async (user: TestUser) => {
  const { asWorker, asPoster } = await user.done(myReliability, {});
  return { asWorker, asPoster };
};

test('a kept job, a cancelled one and the other side’s are in nobody else’s record, below five in none', async () => {
  const kept = await earn(world, sides, '1000');
  expect(await readBoth(kept)).toEqual(['kept: done', 'kept: done']);
  const given = await award(world, sides);
  await cancel(worker, given);
  expect(await readBoth(given)).toEqual(['uncounted: other_side', 'cancelled: cancelled']);
  const taken = await award(world, sides);
  await cancel(poster, taken);
  expect(await readBoth(taken)).toEqual(['cancelled: cancelled', 'uncounted: other_side']);
  expect((await listNotices(worker, 'held_at_fault')).map(({ text, path }) => [text, path])).toEqual([
    [expect.stringContaining(`${given.title} counts in your reliability`), `/reliability/${given.jobId}`],
  ]);
  expect(await readRecords(worker)).toEqual({ asWorker: null, asPoster: null });
});

test('shows a record from five jobs on, on the profile, the quote and the job, for each side', async () => {
  const contracts: Contract[] = [];
  for (let at = 0; at < 4; at += 1) contracts.push(await earn(world, sides, '500'));
  await cancel(worker, await award(world, sides));
  const asWorker = { kept: 4, cancelled: 1, late: 0 };
  expect(await readRecords(worker)).toEqual({ asWorker, asPoster: null });
  expect((await poster.done(personDetail, { userId: String(worker.id) })).reliability).toEqual({
    asWorker,
    asPoster: null,
  });
  const job = await post(world, poster);
  await quote(worker, job.id);
  const { items } = await poster.done(contractRequests, { jobId: String(job.id) });
  expect(items.map((each) => each.worker.reliability)).toEqual([asWorker]);
  // Four jobs count for the poster: the worker's cancellation is not theirs.
  expect((await worker.done(jobDetail, { jobId: String(job.id) })).poster.reliability).toBeNull();
  await cancel(poster, await award(world, sides));
  const asPoster = { kept: 4, cancelled: 1, late: 0 };
  expect((await worker.done(jobDetail, { jobId: String(job.id) })).poster.reliability).toEqual(asPoster);
  expect((await worker.done(personDetail, { userId: String(poster.id) })).reliability).toEqual({
    asWorker: null,
    asPoster,
  });

  // What is not their own fault changes nothing.
  const invited = await post(world, poster);
  await poster.done(inviteWorker, { jobId: String(invited.id), userId: String(worker.id), note: '' });
  for (const { invitationId } of (await worker.done(myInvitations, {})).items)
    await worker.done(declineInvitation, { invitationId: String(invitationId) });
  await cancel(poster, await award(world, sides));
  expect(await readRecords(worker)).toEqual({ asWorker, asPoster: null });

  const first = await worker.done(myReliability, { limit: '3' });
  const second = await worker.done(myReliability, { limit: '3', cursor: first.nextCursor ?? '' });
  expect(await worker.done(myReliability, { limit: '20' })).toMatchObject({ nextCursor: null, asWorker });
  expect(await poster.done(myReliability, {})).toMatchObject({
    asWorker: null,
    asPoster: { ...asPoster, cancelled: 2 },
  });
  const listed = [...first.items, ...second.items];
  expect(listed.slice(3).map(({ jobId }) => jobId)).toEqual(
    contracts
      .slice(1)
      .map(({ jobId }) => jobId)
      .toReversed(),
  );
  expect(listed[5]).toEqual(await worker.done(jobOutcome, { jobId: String(contracts[1]?.jobId) }));
});

test('who is at fault contests it once, FWS agrees, and it counts no more', async () => {
  const support = await createAdmin(world, 'support');
  // The poster is of the staff, too, and does not read what is said of the job.
  await grantRole(world.db, poster.id, 'support', world.clock.now());
  const { secret } = await poster.done(adminFactorBegin, {});
  await poster.done(adminFactorSet, { code: generateCode(secret, world.clock.now()) });
  const contract = await award(world, sides);
  await cancel(worker, contract);
  const writtenAt = world.clock.format();
  const addDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY_MS).toISOString();
  const id = { jobId: String(contract.jobId) };
  const before = await worker.done(jobOutcome, id);
  expect(before).toEqual({
    jobId: contract.jobId,
    jobNumber: contract.jobNumber,
    jobTitle: contract.title,
    side: 'worker',
    awardedAt: contract.awardedAt,
    outcome: 'cancelled',
    reason: 'cancelled',
    writtenAt: before.writtenAt,
    state: 'open',
    contestUntil: new Date(Date.parse(before.writtenAt) + 14 * DAY_MS).toISOString(),
    contest: null,
    abilities: { contest: { allowed: true } },
  });
  expect(Date.parse(writtenAt) - Date.parse(before.writtenAt)).toBeLessThan(60_000);
  expect(await poster.call(contestOutcome, { ...id, text: 'Not me' })).toMatchObject({
    httpStatus: 409,
    message: 'This job does not count against you',
  });
  expect((await worker.call(contestOutcome, { ...id, text: ' ' })).httpStatus).toBe(422);
  const stranger = await world.user();
  expect((await stranger.call(jobOutcome, id)).httpStatus).toBe(404);
  expect((await stranger.call(contestOutcome, { ...id, text: 'Mine' })).httpStatus).toBe(404);

  const text = 'The address was wrong, and nobody answered the phone';
  const contested = await worker.done(contestOutcome, { ...id, text });
  const sentAt = contested.contest?.sentAt ?? '';
  const dueAt = new Date(Date.parse(sentAt) + 7 * DAY_MS).toISOString();
  expect(contested).toEqual({
    ...before,
    state: 'contested',
    contest: { text, sentAt, dueAt, words: '', decidedAt: null },
    abilities: { contest: { allowed: false, reason: 'reliability.contested_before' } },
  });
  expect(dueAt <= addDays(7)).toBe(true);
  // Once; the same text again is the same.
  expect(await worker.done(contestOutcome, { ...id, text })).toEqual(contested);
  expect(await worker.call(contestOutcome, { ...id, text: 'And the van broke down' })).toMatchObject({
    httpStatus: 409,
  });

  const { items } = await support.user.done(adminQueue, { kind: 'contest' });
  const item = items.find(({ reference }) => reference === contract.jobNumber);
  expect(item).toMatchObject({
    kind: 'contest',
    title: contract.title,
    dueAt,
    since: sentAt,
    ownCase: false,
  });
  const contestId = String(item?.id);
  const found = await support.user.done(adminContest, { contestId });
  expect(found).toEqual({
    id: item?.id,
    job: { id: contract.jobId, number: contract.jobNumber, title: contract.title },
    side: 'worker',
    by: { id: worker.id, name: `${worker.firstName} Kumar` },
    other: { id: poster.id, name: 'Meera Kumar' },
    outcome: 'cancelled',
    reason: 'cancelled',
    writtenAt: before.writtenAt,
    ending: { side: 'worker', comment: 'Not today', at: found.ending?.at },
    text,
    sentAt,
    dueAt,
    state: 'contested',
    decided: null,
    mayDecide: { allowed: true },
  });
  const seenByPoster = await poster.done(adminContest, { contestId });
  expect(seenByPoster).toEqual({ ...found, text: '', mayDecide: seenByPoster.mayDecide });
  expect(seenByPoster.mayDecide.allowed).toBe(false);
  expect(
    (await support.user.call(adminContestDecide, { contestId, decision: 'lift', words: '' })).httpStatus,
  ).toBe(422);
  const words = 'The poster confirmed it';
  await support.user.done(adminContestDecide, { contestId, decision: 'lift', words });
  const lifted = await worker.done(jobOutcome, id);
  expect(lifted).toMatchObject({ state: 'lifted', contest: { words, text } });
  expect(lifted.contest?.decidedAt).toBe((await support.user.done(adminContest, { contestId })).decided?.at);
  expect(await support.user.done(adminContest, { contestId })).toMatchObject({
    state: 'lifted',
    decided: { words, by: `${support.user.firstName} Kumar` },
  });
  expect((await poster.done(adminContest, { contestId })).decided?.words).toBe('');
  expect(await listNotices(worker, 'contest_lifted')).toMatchObject([
    { path: `/reliability/${contract.jobId}` },
  ]);
  expect(
    await support.user.call(adminContestDecide, { contestId, decision: 'uphold', words: 'No' }),
  ).toMatchObject({ httpStatus: 409, message: 'Somebody has decided this already' });

  for (let at = 0; at < 5; at += 1) await earn(world, sides, '500');
  expect((await readRecords(worker)).asWorker).toEqual({ kept: 5, cancelled: 0, late: 0 });
});

test('what FWS upholds stays, and after fourteen days nothing can be said', async () => {
  const support = await createAdmin(world, 'support');
  const contract = await award(world, sides);
  await cancel(worker, contract);
  const id = { jobId: String(contract.jobId) };
  await worker.done(contestOutcome, { ...id, text: 'It was raining' });
  const { items } = await support.user.done(adminQueue, { kind: 'contest' });
  const contestId = String(items.find(({ reference }) => reference === contract.jobNumber)?.id);
  await support.user.done(adminContestDecide, { contestId, decision: 'uphold', words: 'Rain was forecast' });
  expect(await worker.done(jobOutcome, id)).toMatchObject({ state: 'upheld', outcome: 'cancelled' });
  expect(await listNotices(worker, 'contest_upheld')).toHaveLength(1);

  const other = await award(world, sides);
  await cancel(poster, other);
  await world.db
    .updateTable('job_outcome')
    .set({ written_at: new Date(world.clock.now().getTime() - 14 * DAY_MS - 1000) })
    .where('job_id', '=', other.jobId)
    .execute();
  expect(
    await poster.call(contestOutcome, { jobId: String(other.jobId), text: 'It was late' }),
  ).toMatchObject({
    httpStatus: 409,
    message: 'The time to say that this is not right is over',
  });
});

test('a worker whom nobody pays for three days gives up without a fault', async () => {
  const soon = await award(world, sides);
  await cancel(worker, soon);
  const waited = await award(world, sides);
  await world.db
    .updateTable('contract')
    .set({ awarded_at: new Date(world.clock.now().getTime() - 3 * DAY_MS - 1000) })
    .where('job_id', '=', waited.jobId)
    .execute();
  await cancel(worker, waited);
  const paid = await award(world, sides, { rupees: '1000', term: 'completion' });
  await fund(world, poster, getMilestoneAt(paid));
  await world.db
    .updateTable('contract')
    .set({ awarded_at: new Date(world.clock.now().getTime() - 3 * DAY_MS - 1000) })
    .where('job_id', '=', paid.jobId)
    .execute();
  await cancel(worker, paid);
  expect([await read(worker, soon), await read(worker, waited), await read(worker, paid)]).toEqual([
    'cancelled: cancelled',
    'uncounted: unpaid',
    'cancelled: cancelled',
  ]);
  expect(await read(poster, waited)).toBe('uncounted: unpaid');
});

test('a worker whom nobody pays for the next part gives up without a fault after three days', async () => {
  const rows = [
    ['Wires', '500'],
    ['Lamps', '500'],
  ] as const;
  const giveUp = async (waitedMs: number) => {
    const contract = await award(world, sides, { rupees: '1000', term: 'milestone', rows });
    const at = getMilestoneAt(contract);
    await fund(world, poster, at);
    await payOut(sides, at);
    const from = (days: number) => new Date(world.clock.now().getTime() - waitedMs - days * DAY_MS);
    await world.db
      .updateTable('contract')
      .set({ awarded_at: from(5) })
      .where('job_id', '=', contract.jobId)
      .execute();
    await world.db
      .updateTable('milestone')
      .set({ changed_at: from(0) })
      .where('id', '=', at.milestoneId)
      .execute();
    await cancel(worker, contract);
    return readBoth(contract);
  };
  expect(await giveUp(3 * DAY_MS - 60_000)).toEqual(['uncounted: other_side', 'cancelled: cancelled']);
  expect(await giveUp(3 * DAY_MS + 1000)).toEqual(['uncounted: unpaid', 'uncounted: unpaid']);
});

test('a suspended account, linked accounts and less than ₹100 count for nobody', async () => {
  const support = await createAdmin(world, 'support');
  const small = await earn(world, sides, '99');
  expect(await readBoth(small)).toEqual(['uncounted: small', 'uncounted: small']);
  const running = await award(world, sides);
  await support.user.done(adminUserSuspend, { userId: String(worker.id), reason: 'Asked for a fee' });
  await cancel(poster, running);
  expect(await read(poster, running)).toBe('uncounted: suspended');

  const twin = await world.user();
  const own = await award(world, { poster, worker: twin });
  await link(poster, twin);
  await cancel(twin, own);
  expect(await read(twin, own)).toBe('uncounted: linked');
});

test('a job counts no more when its two accounts are found to be linked afterwards', async () => {
  const twin = await world.user();
  const own = { poster, worker: twin };
  const kept = await earn(world, own, '1000');
  const cancelled = await award(world, own);
  await cancel(twin, cancelled);
  const contested = await award(world, own);
  await cancel(twin, contested);
  await twin.done(contestOutcome, { jobId: String(contested.jobId), text: 'The gate was locked' });
  const others = await earn(world, sides, '1000');
  await link(poster, twin);
  await world.drain();
  expect([await read(poster, kept), await read(twin, kept)]).toEqual([
    'uncounted: linked',
    'uncounted: linked',
  ]);
  expect(await read(twin, cancelled)).toBe('uncounted: linked');
  // A person decides about it.
  expect(await read(twin, contested)).toBe('cancelled: cancelled');
  expect(await readBoth(others)).toEqual(['kept: done', 'kept: done']);
});
