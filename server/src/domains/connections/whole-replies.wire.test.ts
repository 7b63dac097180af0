import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, connectedUsers, profileList, shareJob, sharedJobs } from '@fws/contract/connections/calls';
import { updateProfile } from '@fws/contract/profile/calls';
import { expectPages } from '../../../test/pages.ts';
import { readJobNumber } from '../../../test/rows.ts';
import { award, earn, fund, getMilestoneAt, post } from '../../../test/story.ts';
import type { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { toIstDate } from '@fws/contract/platform/dates';
import { buildPhotoUrl } from '../../platform/files.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  worker = await world.user({
    firstName: 'Imran',
    lastName: 'Shaikh',
    skills: ['Painting', 'Putty'],
    identity: 'verified',
  });
  await poster.done(connect, { userId: String(worker.id) });
});
afterAll(() => world.close());

const DAY_MS = 24 * 3600_000;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n';

test('shows every field of a connected person with a photo, a completed and an ongoing project', async () => {
  const photo = new File([Buffer.from(PIXEL, 'base64')], 'me.png', { type: 'image/png' });
  await worker.done(updateProfile, {}, { files: { photo } });
  const { photo_id: photoId } = await world.db
    .selectFrom('user_account')
    .select('photo_id')
    .where('id', '=', worker.id)
    .executeTakeFirstOrThrow();
  await earn(world, { poster, worker }, '500');
  await fund(world, poster, getMilestoneAt(await award(world, { poster, worker })));
  await world.drain();
  expect(await poster.done(connectedUsers, { search: '' })).toEqual({
    items: [
      {
        id: worker.id,
        relation: 'connection',
        firstName: 'Imran',
        lastName: 'Shaikh',
        image: buildPhotoUrl(photoId),
        skills: ['Painting', 'Putty'],
        location: 'Kothrud, Pune',
        nativeLocation: '',
        webLink: '',
        companies: [],
        about: '',
        qualification: null,
        experienceYears: null,
        ratePaise: null,
        rateType: null,
        rating: null,
        reliability: { asWorker: null, asPoster: null },
        completedProjects: 1,
        projectsInProgress: 1,
        totalConnects: 1,
        verified: true,
        availability: null,
        abilities: { connect: { allowed: false, reason: 'connections.already' } },
      },
    ],
    nextCursor: null,
    total: null,
  });
});

test('shows every field of a shared job with a range as its budget and an attachment, which opens', async () => {
  const attachment = new File([PDF], 'plan.pdf', { type: 'application/pdf' });
  const budget = { budgetKind: 'range' as const, amountText: '' };
  const { id: jobId } = await post(world, poster, {
    values: { ...budget, amountFromText: '8000', amountToText: '12000' },
    attachment,
  });
  await poster.done(shareJob, { jobId: String(jobId), friendId: String(worker.id) });
  const { id } = await world.db
    .selectFrom('shared_job')
    .select('id')
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const { attachment_id: fileId } = await world.db
    .selectFrom('job')
    .select('attachment_id')
    .where('id', '=', jobId)
    .executeTakeFirstOrThrow();
  const url = `/api/files/${fileId}/plan.pdf`;
  const toDay = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
  expect(await worker.done(sharedJobs, {})).toEqual({
    items: [
      {
        id,
        thumbsUp: false,
        sharedBy: 'Meera Joshi',
        sharedById: poster.id,
        sharedAt: world.clock.format(),
        job: {
          id: jobId,
          number: await readJobNumber(world, jobId),
          title: 'Paint a flat',
          description: 'Two rooms and a kitchen',
          location: 'Kothrud, Pune',
          latitude: 18.5074,
          longitude: 73.8077,
          categoryId: 1,
          skills: ['Painting'],
          takeWorkOn: toDay(2),
          closesOn: toDay(20),
          paymentTerm: 'terms',
          budget: { kind: 'range', fromPaise: 8_000_00, toPaise: 12_000_00 },
          postedAt: world.clock.format(),
          quotesReceived: 0,
          verified: false,
          photoCount: 0,
          coverUrl: null,
          attachment: { url, name: 'plan.pdf', bytes: PDF.length, image: false },
          state: 'open',
          posterId: poster.id,
          myQuoteId: null,
          saved: false,
          abilities: { quote: { allowed: true } },
        },
      },
    ],
    nextCursor: null,
  });
  const opened = await fetch(world.url + url, { headers: { authorization: `Bearer ${worker.token}` } });
  expect(await opened.text()).toBe(PDF);
});

test('follows a search for people to its end', async () => {
  const found: number[] = [];
  for (const lastName of ['Apte', 'Bose', 'Chari'])
    found.unshift((await world.user({ firstName: 'Zarina', lastName })).id);
  await expectPages((page) => poster.done(profileList, { ...page, search: 'zarina' }), found, {
    pick: ({ id }) => id,
  });
});
