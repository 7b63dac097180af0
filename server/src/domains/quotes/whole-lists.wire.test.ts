import { afterAll, beforeAll, expect, test } from 'vitest';
import { exploreJobs, myContracts } from '@fws/contract/jobs/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { contractRequests, myQuotes } from '@fws/contract/quotes/calls';
import { expectPages } from '../../../test/pages.ts';
import { readJobNumber } from '../../../test/rows.ts';
import { post, quote } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', skills: ['Painting'] });
});
afterAll(() => world.close());

const DAY_MS = 24 * 3600_000;
const pickId = ({ id }: { id: number }) => id;

test('follows the lists of open jobs, of own jobs and of own quotes to their ends', async () => {
  const [jobIds, quoteIds]: [number[], number[]] = [[], []];
  for (let serial = 1; serial <= 3; serial++) {
    world.clock.advance(60_000);
    const { id } = await post(world, poster);
    jobIds.unshift(id);
    quoteIds.unshift((await quote(worker, id)).id);
  }
  const filter = { sort: 'latest' as const, location: '', categoryId: '' as const };
  await expectPages((page) => worker.done(exploreJobs, { ...page, ...filter }), jobIds, { pick: pickId });
  await expectPages((page) => poster.done(myContracts, page), jobIds, { pick: pickId });
  await expectPages((page) => worker.done(myQuotes, page), quoteIds, { pick: pickId });
});

test('shows the poster every field of a quote on a job with a range as its budget', async () => {
  const budget = { budgetKind: 'range' as const, amountText: '' };
  const values = { ...budget, amountFromText: '8000', amountToText: '12000' };
  const { id: jobId } = await post(world, poster, { values });
  const { id } = await quote(worker, jobId, { rupees: '9000', term: 'completion' });
  const reason = 'common.not_allowed';
  expect(await poster.done(contractRequests, { jobId: String(jobId) })).toEqual({
    items: [
      {
        id,
        jobId,
        jobNumber: await readJobNumber(world, jobId),
        jobTitle: 'Paint a flat',
        jobLocation: 'Kothrud, Pune',
        jobBudget: { kind: 'range', fromPaise: 8_000_00, toPaise: 12_000_00 },
        jobClosesOn: toIstDate(new Date(world.clock.now().getTime() + 20 * DAY_MS)),
        jobPaymentTerm: 'terms',
        worker: {
          id: worker.id,
          name: 'Imran Kumar',
          image: '',
          skills: ['Painting'],
          rating: null,
          reliability: null,
          completedProjects: 0,
          verified: false,
        },
        bidPaise: 9_000_00,
        term: 'completion',
        parts: [{ name: 'On completion', amountPaise: 9_000_00 }],
        workScope: '',
        proposal: null,
        photos: [],
        startsOn: null,
        finishBy: null,
        visit: null,
        note: '',
        state: 'submitted',
        offerVersion: 1,
        offeredAt: world.clock.format(),
        seenAt: null,
        turn: 1,
        asksLeft: 2,
        asked: null,
        declined: null,
        cancelComment: '',
        hides: [],
        heldBack: null,
        createdAt: world.clock.format(),
        version: '',
        lapsesAt: world.clock.format(7 * DAY_MS),
        abilities: {
          accept: { allowed: true },
          ask: { allowed: true },
          decline: { allowed: true },
          edit: { allowed: false, reason },
          cancel: { allowed: false, reason },
        },
      },
    ],
    nextCursor: null,
  });
});
