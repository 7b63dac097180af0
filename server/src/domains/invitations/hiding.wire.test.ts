import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  declineInvitation,
  inviteOptions,
  inviteWorker,
  jobInvitation,
  jobInvitations,
  myInvitations,
} from '@fws/contract/invitations/calls';
import { acceptQuote, cancelQuote } from '@fws/contract/quotes/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { listNotifications } from '../../../test/notifications/in-app.ts';
import { quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { type World } from '../../../test/world.ts';
import { withholdJobs } from '../jobs/index.ts';
import { dropWithheldQuotes } from '../quotes/withholding/service.ts';
import { inTx } from '../../platform/db/index.ts';
import {
  createPair,
  invite,
  listOwnIds,
  readState,
  sendInvitation,
  setUpInvitations,
} from './testing/pair.ts';

// What the other side must not see: a block, a suspension, a hidden job, a withheld quote, contact data.

let world: World;
setUpInvitations((started) => (world = started));

const to = (user: TestUser) => ({ userId: String(user.id) });

test('an answer to what a block or a suspension forbids does not say so', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const suspended = await world.user();
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', suspended.id)
    .execute();
  await worker.done(blockUser, to(poster));
  const answers = [
    await sendInvitation(poster, jobId, worker),
    await sendInvitation(poster, jobId, suspended),
    await poster.call(inviteWorker, { jobId, userId: '99999999', note: '' }),
    await poster.call(inviteOptions, to(worker)),
    await poster.call(inviteOptions, to(suspended)),
    await poster.call(inviteOptions, { userId: '99999999' }),
  ];
  expect(answers.map(({ httpStatus, message, data }) => ({ httpStatus, message, data }))).toEqual(
    answers.map(() => ({ httpStatus: 404, message: 'This person was not found', data: null })),
  );
});

test('a job that is hidden from the worker takes its invitation along, and brings it back', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const { invitationId } = await invite(poster, jobId, worker);
  const shown = async () => [
    await listOwnIds(worker),
    await readState(worker, jobId),
    (await poster.done(jobInvitations, { jobId })).items.length,
  ];
  expect(await shown()).toEqual([[invitationId], 'sent', 1]);
  await poster.done(blockUser, to(worker));
  expect(await shown()).toEqual([[], undefined, 0]);
  expect(await worker.call(declineInvitation, { invitationId: String(invitationId) })).toMatchObject({
    httpStatus: 404,
    message: 'This invitation was not found',
  });
  await poster.done(unblockUser, to(worker));
  expect(await shown()).toEqual([[invitationId], 'sent', 1]);
  const cause = { by: { role: 'system' as const }, at: world.clock.now() };
  await inTx(world.db, (tx) => withholdJobs(tx, poster.id, cause));
  expect(await shown()).toEqual([[], undefined, 1]);
  expect((await worker.call(declineInvitation, { invitationId: String(invitationId) })).httpStatus).toBe(404);
});

test('the poster does not notice a quote that is withheld', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  await invite(poster, jobId, worker);
  const { id } = await quote(worker, job.id);
  const readListed = async () => (await poster.done(jobInvitations, { jobId })).items[0]?.state;
  expect(await readListed()).toBe('quoted');
  await sql`UPDATE quote SET state = 'withheld' WHERE id = ${id}`.execute(world.db);
  expect(await readListed()).toBe('sent');
  expect(await readState(worker, jobId)).toBe('quoted');
  // It ends without having been shown again.
  await inTx(world.db, (tx) => dropWithheldQuotes(tx, job.id, world.clock.now()));
  expect(await readListed()).toBe('sent');
});

test('what the worker answered before a hidden quote is still shown, and so is a quote that they took back', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  const { invitationId } = await invite(poster, jobId, worker);
  await worker.done(declineInvitation, { invitationId: String(invitationId) });
  const readListed = async () => (await poster.done(jobInvitations, { jobId })).items[0]?.state;
  expect(await readListed()).toBe('declined');
  const { id } = await quote(worker, job.id);
  expect(await readListed()).toBe('quoted');
  await sql`UPDATE quote SET state = 'withheld' WHERE id = ${id}`.execute(world.db);
  expect(await readListed()).toBe('declined');
  await sql`UPDATE quote SET state = 'submitted' WHERE id = ${id}`.execute(world.db);
  await worker.done(cancelQuote, { quoteId: String(id), comment: 'No time' });
  expect(await readListed()).toBe('quoted');
});

test('an invitation whose quote is hidden lapses as others do', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  await invite(poster, jobId, worker);
  const { id } = await quote(worker, job.id);
  await sql`UPDATE quote SET state = 'withheld' WHERE id = ${id}`.execute(world.db);
  await sql`UPDATE invitation SET sent_at = sent_at - interval '7 days' WHERE job_id = ${job.id}`.execute(
    world.db,
  );
  expect((await poster.done(jobInvitations, { jobId })).items[0]?.state).toBe('lapsed');
});

test('contact data in the line is hidden until the job is awarded', async () => {
  const { poster, worker, job, jobId } = await createPair(world, 'Call 98765 43210 for shelves');
  const note = 'Call me at 98765 43210';
  expect((await invite(poster, jobId, worker, note)).hides).toEqual(['number']);
  const readNote = async () => {
    const { invitation } = await worker.done(jobInvitation, { jobId });
    return { note: invitation?.note, jobTitle: invitation?.jobTitle };
  };
  expect((await readNote()).note).not.toContain('98765');
  expect((await readNote()).jobTitle).not.toContain('98765');
  const [listed] = (await worker.done(myInvitations, {})).items;
  expect(`${listed?.note} ${listed?.jobTitle}`).not.toContain('98765');
  expect((await poster.done(jobInvitations, { jobId })).items[0]?.note).toBe(note);
  const [notice] = await listNotifications(world, worker, 'invited');
  expect(JSON.stringify(notice)).not.toContain('98765');
  const { id } = await quote(worker, job.id);
  await poster.done(acceptQuote, { quoteId: String(id), jobId });
  expect(await readNote()).toEqual({ note, jobTitle: 'Call 98765 43210 for shelves' });
});
