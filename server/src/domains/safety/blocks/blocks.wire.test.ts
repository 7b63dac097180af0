import { connect, friendsSearch, personDetail, profileList } from '@fws/contract/connections/calls';
import { exploreJobs, jobDetail } from '@fws/contract/jobs/calls';
import { acceptQuote, contractRequests, submitQuote } from '@fws/contract/quotes/calls';
import { blockedUsers, blockUser, unblockUser } from '@fws/contract/safety/calls';
import { saveJob, savedJobs } from '@fws/contract/search/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { award, post, quote } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const explore = async (reader: TestUser, search = '') =>
  (await reader.done(exploreJobs, { search, location: '', categoryId: '', sort: 'latest' })).items.map(
    ({ id }) => id,
  );
const to = (user: TestUser) => ({ userId: String(user.id) });

test.each(['poster', 'worker'] as const)(
  'a block by the %s hides each from the other, and unblocking shows them again',
  async (by) => {
    // Lists are kept for a second.
    world.clock.advance(2_000);
    const [poster, worker, other] = [
      await world.user({ firstName: 'Zenobia' }),
      await world.user({ firstName: 'Quentin' }),
      await world.user(),
    ];
    const job = await post(world, poster, { values: { title: `Polish the ${by} quartz` } });
    const ids = { jobId: String(job.id) };
    const sent = await quote(worker, job.id);
    await worker.done(saveJob, ids);
    await poster.done(connect, to(worker));
    await waitFor('the search to know it', async () => (await explore(worker, 'quartz')).includes(job.id));
    const readAll = async () => ({
      list: (await explore(worker)).includes(job.id),
      search: (await explore(worker, 'quartz')).includes(job.id),
      ofOthers: (await explore(other)).includes(job.id),
      detail: (await worker.call(jobDetail, ids)).httpStatus,
      saved: (await worker.done(savedJobs, {})).items.map(({ jobId }) => jobId),
      quotes: (await poster.done(contractRequests, ids)).items.map(({ id }) => id),
      posterFinds: await finds(poster, 'Quentin', worker),
      workerFinds: await finds(worker, 'Zenobia', poster),
      person: (await poster.call(personDetail, to(worker))).httpStatus,
      back: (await worker.call(personDetail, to(poster))).httpStatus,
    });
    const shown = {
      list: true,
      search: true,
      ofOthers: true,
      detail: 200,
      saved: [job.id],
      quotes: [sent.id],
      posterFinds: true,
      workerFinds: true,
      person: 200,
      back: 200,
    };
    expect(await readAll()).toEqual(shown);
    const [blocker, blocked] = by === 'poster' ? [poster, worker] : [worker, poster];
    await blocker.done(blockUser, to(blocked));
    await blocker.done(blockUser, to(blocked));
    expect(await readAll()).toEqual({
      list: false,
      search: false,
      ofOthers: true,
      detail: 404,
      saved: [],
      quotes: [],
      posterFinds: false,
      workerFinds: false,
      person: 404,
      back: 404,
    });
    expect((await poster.done(friendsSearch, { search: '' })).items).toEqual([]);
    expect((await blocked.call(connect, to(blocker))).httpStatus).toBe(404);
    expect((await poster.call(acceptQuote, { quoteId: String(sent.id), ...ids })).httpStatus).toBe(404);
    const again = await post(world, poster);
    expect(
      await worker.call(submitQuote, {
        jobId: String(again.id),
        bidText: '15000',
        term: 'terms',
        milestoneNames: [],
        milestoneAmountTexts: [],
        workScope: '',
      }),
    ).toMatchObject({ httpStatus: 409, message: 'This job is not available at present' });
    expect(await blocker.done(blockedUsers, {})).toEqual({
      items: [
        {
          userId: blocked.id,
          name: `${blocked.firstName} K.`,
          photoUrl: null,
          blockedAt: world.clock.now().toISOString(),
        },
      ],
      nextCursor: null,
    });
    expect(await blocked.done(blockedUsers, {})).toEqual({ items: [], nextCursor: null });

    await blocker.done(unblockUser, to(blocked));
    expect(await readAll()).toEqual(shown);
  },
);

const finds = async (reader: TestUser, search: string, person: TestUser) =>
  (await reader.done(profileList, { search })).items.some(({ id }) => id === person.id);

test('a running job of the two goes on', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  const contract = await award(world, { poster, worker });
  await worker.done(blockUser, to(poster));
  const ids = { jobId: String(contract.jobId) };
  expect((await worker.call(jobDetail, ids)).httpStatus).toBe(200);
  expect((await poster.done(contractRequests, ids)).items).toHaveLength(1);
});

test('nobody blocks themselves or somebody who is not there, and not without end', async () => {
  const limited = await startWorld({ env: { LIMIT_BLOCK_USER: '1/1d' } });
  limited.clock.advanceToNextHour();
  const [user, other] = [await limited.user(), await limited.user()];
  expect(await user.call(blockUser, to(user))).toMatchObject({
    httpStatus: 409,
    message: 'This is your own account',
  });
  expect((await user.call(blockUser, to(other))).httpStatus).toBe(200);
  expect((await user.call(blockUser, to(other))).httpStatus).toBe(429);
  await limited.close();
  expect((await (await world.user()).call(blockUser, { userId: '999999' })).httpStatus).toBe(404);
});
