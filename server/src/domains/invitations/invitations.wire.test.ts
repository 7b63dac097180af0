import { expect, test } from 'vitest';
import { inviteOptions, jobInvitation, jobInvitations, myInvitations } from '@fws/contract/invitations/calls';
import { askAnotherQuote, cancelQuote } from '@fws/contract/quotes/calls';
import { setAvailability } from '@fws/contract/profile/calls';
import { listNotifications } from '../../../test/notifications/in-app.ts';
import { expectPages } from '../../../test/pages.ts';
import { post, quote, setJobState } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { type World } from '../../../test/world.ts';
import { toIstDate } from '@fws/contract/platform/dates';
import { createPair, invite, readState, sendInvitation, setUpInvitations } from './testing/pair.ts';

// A poster invites workers to quote on a job.

let world: World;
setUpInvitations((started) => (world = started));

const DAY_MS = 24 * 3600_000;
const to = (user: TestUser) => ({ userId: String(user.id) });

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

test('nobody is invited whose quote waits for another offer', async () => {
  const { poster, worker, job, jobId } = await createPair(world);
  const { id } = await quote(worker, job.id);
  await poster.done(askAnotherQuote, { quoteId: String(id), note: 'Could it be less?' });
  const readAbility = async () => (await poster.done(inviteOptions, to(worker))).items[0]?.invite;
  expect(await readAbility()).toEqual({ allowed: false, reason: 'invitations.has_quoted' });
  expect(await sendInvitation(poster, jobId, worker)).toMatchObject({
    httpStatus: 409,
    message: 'Has already sent a quote for this job',
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
    new Set(['409 20 people are invited to this job. No more can be invited']),
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
