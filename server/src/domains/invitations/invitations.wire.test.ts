import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  declineInvitation,
  inviteOptions,
  inviteWorker,
  jobInvitation,
  jobInvitations,
  myInvitations,
} from '@fws/contract/invitations/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { acceptQuote, cancelQuote } from '@fws/contract/quotes/calls';
import { setAvailability } from '@fws/contract/profile/calls';
import { blockUser, unblockUser } from '@fws/contract/safety/calls';
import { listNotifications } from '../../../test/notifications/in-app.ts';
import { expectPages } from '../../../test/pages.ts';
import { post, quote, setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { toIstDate } from '@fws/contract/platform/dates';
import { withholdJobs } from '../jobs/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { endInvitations } from './ending/service.ts';
import { createPair, invite, sendInvitation } from './testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { NOTIFICATION_CHANNELS: 'push,whatsapp,sms,email' }, clockStopped: true });
});
afterAll(() => world.close());

const DAY_MS = 24 * 3600_000;
const to = (user: TestUser) => ({ userId: String(user.id) });
const listOwn = async (worker: TestUser) =>
  (await worker.done(myInvitations, {})).items.map(({ invitationId }) => invitationId);
const readState = async (worker: TestUser, jobId: string) =>
  (await worker.done(jobInvitation, { jobId })).invitation?.state;
/** Sessions of tests end after a day, so that the invitation becomes older instead. */
const setAge = (jobId: string, ageMs: number) =>
  world.db
    .updateTable('invitation')
    .set({ sent_at: new Date(world.clock.now().getTime() - ageMs) })
    .where('job_id', '=', Number(jobId))
    .execute();
const runTimers = () => endInvitations({ db: world.db, ports: { clock: world.clock } });

test('an invitation reaches the worker with its line, and the poster sees what became of it', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  const sent = await invite(poster, jobId, worker, 'I saw your wardrobe in Wakad');
  const times = { sentAt: world.clock.format(), lapsesAt: world.clock.format(7 * DAY_MS) };
  expect(sent).toEqual({
    invitationId: sent.invitationId,
    jobId: job.id,
    userId: worker.id,
    ...times,
    hides: [],
  });
  const invitation = {
    invitationId: sent.invitationId,
    state: 'sent',
    jobId: job.id,
    jobNumber: job.number,
    jobTitle: 'Shelves for the study',
    place: 'Kothrud, Pune',
    takeWorkOn: job.takeWorkOn,
    closesOn: job.closesOn,
    poster: { id: poster.id, name: 'Rohan K.', image: '', verified: true },
    note: 'I saw your wardrobe in Wakad',
    ...times,
  };
  expect(await worker.done(myInvitations, {})).toEqual({
    items: [invitation],
    nextCursor: null,
    isMuted: false,
  });
  expect(await worker.done(jobInvitation, { jobId })).toEqual({ invitation });
  expect(await listNotifications(world, worker, 'invited')).toEqual([
    { values: { person: 'Rohan K.', job: 'Shelves for the study' }, path: `/job/${jobId}` },
  ]);
  expect(await poster.done(jobInvitations, { jobId })).toEqual({
    items: [
      {
        userId: worker.id,
        name: 'Imran S.',
        image: '',
        state: 'sent',
        note: 'I saw your wardrobe in Wakad',
        ...times,
      },
    ],
    nextCursor: null,
    left: 19,
  });
});

test('lists the open jobs of the caller, and to which of them a person can be invited', async () => {
  const { poster, worker, job, jobId } = await createPair(world, 'First');
  const holiday = toIstDate(new Date(world.clock.now().getTime() + 5 * 86_400_000));
  await worker.done(setAvailability, {
    days: ['sat'],
    hoursFrom: '09:00',
    hoursTo: '18:00',
    holidaysFrom: [holiday],
    holidaysTo: [holiday],
  });
  world.clock.advance(1000);
  const [second, third, over] = [
    await post(world, poster, { values: { title: 'Second' } }),
    await post(world, poster, { values: { title: 'Third' } }),
    await post(world, poster, { values: { title: 'Over' } }),
  ];
  await setJobState(world, over.id, 'cancel');
  await invite(poster, String(second.id), worker);
  await quote(worker, third.id);
  const toOption = (of: typeof job, title: string, quotesReceived: number, invite: object) => ({
    jobId: of.id,
    jobNumber: of.number,
    jobTitle: title,
    takeWorkOn: of.takeWorkOn,
    closesOn: of.closesOn,
    quotesReceived,
    invite,
  });
  const refused = (reason: string) => ({ allowed: false, reason });
  const options = await poster.done(inviteOptions, to(worker));
  expect(options).toEqual({
    person: {
      id: worker.id,
      firstName: 'Imran',
      availability: {
        days: ['sat'],
        hours: { from: '09:00', to: '18:00' },
        holidays: [{ from: holiday, to: holiday }],
        awayUntil: null,
      },
    },
    items: [
      toOption(third, 'Third', 1, refused('invitations.has_quoted')),
      toOption(second, 'Second', 0, refused('invitations.already')),
      toOption(job, 'First', 0, { allowed: true }),
    ],
    nextCursor: null,
  });
  await expectPages(
    (page) => poster.done(inviteOptions, { ...to(worker), ...page }),
    [third.id, second.id, Number(jobId)],
    { pick: ({ jobId: id }) => id },
  );
  expect((await worker.done(inviteOptions, to(poster))).items).toEqual([]);
});

test('pages of invitations and of those invited follow each other', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const others = [await world.user(), await world.user()];
  const ids: number[] = [];
  for (const [index, person] of [worker, ...others].entries()) {
    await invite(poster, jobId, person);
    const { id } = await post(world, poster);
    ids.unshift((await invite(poster, String(id), worker)).invitationId);
    if (index < 2) world.clock.advance(1000);
  }
  await expectPages(
    (page) => worker.done(myInvitations, page),
    [...ids.slice(0, 2), ids[2], expect.anything()],
    {
      pick: ({ invitationId }) => invitationId,
    },
  );
  await expectPages(
    (page) => poster.done(jobInvitations, { jobId, ...page }),
    [others[1]?.id, others[0]?.id, worker.id],
    { pick: ({ userId }) => userId },
  );
});

test('only the poster invites, while the job takes quotes, and nobody twice', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const other = await world.user();
  expect(await sendInvitation(other, jobId, worker)).toMatchObject({
    httpStatus: 404,
    message: 'This job was not found',
  });
  expect(await sendInvitation(poster, jobId, poster)).toMatchObject({
    httpStatus: 409,
    message: 'You cannot invite yourself',
  });
  await invite(poster, jobId, worker);
  expect(await sendInvitation(poster, jobId, worker)).toMatchObject({
    httpStatus: 409,
    message: 'Already invited to this job',
  });
  expect(await listNotifications(world, worker, 'invited')).toHaveLength(1);
  expect(await sendInvitation(poster, jobId, worker, 'x'.repeat(301))).toMatchObject({
    httpStatus: 422,
    errors: { note: 'Please use at most 300 characters' },
  });
  await quote(other, Number(jobId));
  expect(await sendInvitation(poster, jobId, other)).toMatchObject({
    httpStatus: 409,
    message: 'Has already sent a quote for this job',
  });
  await setJobState(world, Number(jobId), 'cancel');
  expect(await sendInvitation(poster, jobId, await world.user())).toMatchObject({
    httpStatus: 409,
    message: 'This job is no longer open for quotes',
  });
});

test('who has taken their quote back can be invited again', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  const { id } = await quote(worker, job.id);
  await worker.done(cancelQuote, { quoteId: String(id), comment: 'Not this week' });
  expect((await sendInvitation(poster, jobId, worker)).httpStatus).toBe(200);
});

test('a repeated command has one effect', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const answers = [];
  for (const note of ['Please', 'Please', 'Pretty please'])
    answers.push((await sendInvitation(poster, jobId, worker, note)).httpStatus);
  expect(answers).toEqual([200, 409, 409]);
  expect(await listNotifications(world, worker, 'invited')).toHaveLength(1);
  expect((await worker.done(jobInvitation, { jobId })).invitation?.note).toBe('Please');
});

test('of 24 that are sent at once, 20 reach somebody', async () => {
  const { poster, jobId } = await createPair(world);
  const people = await Promise.all(Array.from({ length: 24 }, () => world.user()));
  const answers = await Promise.all(people.map((person) => sendInvitation(poster, jobId, person)));
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(20);
  const refused = answers.filter(({ httpStatus }) => httpStatus !== 200);
  expect(new Set(refused.map(({ httpStatus, message }) => `${httpStatus} ${message}`))).toEqual(
    new Set(['409 20 people are invited to this job. That is the most']),
  );
  expect((await poster.done(jobInvitations, { jobId })).left).toBe(0);
  const { count } = await world.db
    .selectFrom('invitation')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('job_id', '=', Number(jobId))
    .executeTakeFirstOrThrow();
  expect(count).toBe(20);
});

test('the same person invited twice at once is invited once', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const answers = await Promise.all([1, 2, 3].map(() => sendInvitation(poster, jobId, worker)));
  const statuses = answers.map(({ httpStatus }) => httpStatus);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});

test('of a quote and an invitation at once, the worker is either not invited or has answered', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { poster, worker, job, jobId } = await createPair(world);
    const [sent] = await Promise.all([sendInvitation(poster, jobId, worker), quote(worker, job.id)]);
    expect(await readState(worker, jobId)).toBe(sent.httpStatus === 200 ? 'quoted' : undefined);
  }
});

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
    await listOwn(worker),
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

test('the poster hears of a decline in the app alone, and it is said once', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const { invitationId } = await invite(poster, jobId, worker);
  const decline = () => worker.call(declineInvitation, { invitationId: String(invitationId) });
  expect(await decline()).toMatchObject({ httpStatus: 200, message: 'You said no. You can still quote' });
  expect((await decline()).httpStatus).toBe(200);
  expect(await listOwn(worker)).toEqual([]);
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

test('the poster does not notice a quote that is withheld', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  await invite(poster, jobId, worker);
  const { id } = await quote(worker, job.id);
  const readListed = async () => (await poster.done(jobInvitations, { jobId })).items[0]?.state;
  expect(await readListed()).toBe('quoted');
  await sql`UPDATE quote SET state = 'withheld' WHERE id = ${id}`.execute(world.db);
  expect(await readListed()).toBe('sent');
  expect(await readState(worker, jobId)).toBe('quoted');
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

test('an invitation lapses after seven days, or with the job', async () => {
  const pairs: Pair[] = [];
  for (const title of ['waits', 'old', 'awarded', 'cancelled', 'withheld'])
    pairs.push(await createPair(world, title));
  const [waits, old, awarded, cancelled, withheld] = pairs as [Pair, Pair, Pair, Pair, Pair];
  const { invitationId } = await invite(old.poster, old.jobId, old.worker);
  for (const { poster, jobId, worker } of [waits, awarded, cancelled, withheld])
    await invite(poster, jobId, worker);
  await setAge(old.jobId, 7 * DAY_MS - 1000);
  expect(await listOwn(old.worker)).toEqual([invitationId]);
  await setAge(old.jobId, 7 * DAY_MS);
  // It is over before the timer has run.
  expect(await listOwn(old.worker)).toEqual([]);
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
  expect(await listOwn(worker)).toEqual([sent.invitationId]);
  await world.db
    .updateTable('job')
    .set({ take_work_on: inDays(-2), closes_on: inDays(-1) })
    .where('id', '=', job.id)
    .execute();
  expect(await listOwn(worker)).toEqual([]);
});

test('limits how many invitations one poster sends a day', async () => {
  const poster = await world.user();
  const people = await Promise.all(Array.from({ length: 20 }, () => world.user()));
  const send = async () => {
    const { id } = await post(world, poster);
    return Promise.all(people.map((person) => sendInvitation(poster, String(id), person)));
  };
  const answers = [...(await send()), ...(await send()), ...(await send())];
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(answers.map(() => 200));
  const more = await send();
  expect(new Set(more.map(({ httpStatus }) => httpStatus))).toEqual(new Set([429]));
});
