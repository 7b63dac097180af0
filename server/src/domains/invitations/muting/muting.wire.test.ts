import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  muteInvitations,
  mutedPosters,
  myInvitations,
  unmuteInvitations,
} from '@fws/contract/invitations/calls';
import { listNotifications } from '../../../../test/notifications/in-app.ts';
import { expectPages } from '../../../../test/pages.ts';
import { post } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createPair, invite, sendInvitation } from '../testing/pair.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const to = (user: TestUser) => ({ userId: String(user.id) });
const inviteAgain = async (poster: TestUser, worker: TestUser) =>
  invite(poster, String((await post(world, poster)).id), worker);
const countNotices = async (worker: TestUser) => (await listNotifications(world, worker, 'invited')).length;

test('a mute of everybody stops notices, and the list shows what comes', async () => {
  const { poster, worker, jobId } = await createPair(world);
  expect(await worker.call(muteInvitations, {})).toMatchObject({
    httpStatus: 200,
    message: 'You are no longer told of these invitations. You still find them in your list',
  });
  await worker.done(muteInvitations, { userId: '' });
  const other = await world.user();
  const [muted, heard] = [
    await sendInvitation(poster, jobId, worker),
    await sendInvitation(poster, jobId, other),
  ];
  // The poster reads the same as of somebody who is told.
  const { invitationId, ...reply } = muted.data as Record<string, unknown>;
  const ofOther = heard.data as Record<string, unknown>;
  expect(reply).toEqual({
    jobId: ofOther['jobId'],
    userId: worker.id,
    sentAt: ofOther['sentAt'],
    lapsesAt: ofOther['lapsesAt'],
    hides: [],
  });
  expect(muted.message).toBe(heard.message);
  expect(await countNotices(worker)).toBe(0);
  expect(await countNotices(other)).toBe(1);
  const list = await worker.done(myInvitations, {});
  expect(list.isMuted).toBe(true);
  expect(list.items.map((item) => item.invitationId)).toEqual([invitationId]);
  await worker.done(unmuteInvitations, {});
  expect((await worker.done(myInvitations, {})).isMuted).toBe(false);
  await inviteAgain(poster, worker);
  expect(await countNotices(worker)).toBe(1);
});

test('a mute of one poster stops theirs alone, until it is taken back', async () => {
  const { poster, worker, jobId } = await createPair(world);
  const { poster: second } = await createPair(world);
  await worker.done(muteInvitations, to(poster));
  await worker.done(muteInvitations, to(poster));
  await invite(poster, jobId, worker);
  await inviteAgain(second, worker);
  expect(await countNotices(worker)).toBe(1);
  world.clock.advance(1000);
  await worker.done(muteInvitations, to(second));
  world.clock.advance(1000);
  const third = await world.user({ firstName: 'Asha', lastName: 'Rao' });
  await worker.done(muteInvitations, to(third));
  const toItem = (user: TestUser, name: string, agoMs: number) => ({
    userId: user.id,
    name,
    mutedAt: world.clock.format(-agoMs),
  });
  await expectPages(
    (page) => worker.done(mutedPosters, page),
    [toItem(third, 'Asha R.', 0), toItem(second, 'Rohan K.', 1000), toItem(poster, 'Rohan K.', 2000)],
  );
  await worker.done(unmuteInvitations, to(poster));
  await inviteAgain(poster, worker);
  expect(await countNotices(worker)).toBe(2);
  expect((await poster.done(mutedPosters, {})).items).toEqual([]);
});

test('nobody mutes themselves or somebody who does not exist', async () => {
  const worker = await world.user();
  for (const userId of [String(worker.id), '99999999'])
    expect(await worker.call(muteInvitations, { userId })).toMatchObject({
      httpStatus: 404,
      message: 'This person was not found',
    });
  expect(await worker.call(muteInvitations, { userId: 'all' })).toMatchObject({
    httpStatus: 422,
    errors: { userId: 'This person was not found' },
  });
});
