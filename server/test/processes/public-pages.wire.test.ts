import { rm } from 'node:fs/promises';
import { cancelJob } from '@fws/contract/contracts/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../src/main.ts';
import { createSite } from '../site.ts';
import { post } from '../story.ts';
import type { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';
import { startSecondProcess } from './second-process.ts';

// Two web processes that share nothing but the database.

let folder: string;
let world: World;
let other: RunningServer;
let poster: TestUser;
beforeAll(async () => {
  const site = await createSite(
    `export const renderSitePage = ({ data }) => data.job?.title ?? 'closed'; export const renderLive = () => '';`,
  );
  ({ folder } = site);
  world = await startWorld({ webDist: site.webDist });
  other = await startSecondProcess(world, { webDist: site.webDist });
  poster = await world.user();
});
afterAll(async () => {
  await other.close();
  await world.close();
  await rm(folder, { recursive: true });
});

test('a job that is closed leaves its page in every process', async () => {
  const { id } = await post(world, poster, { values: { title: 'Shelves' } });
  const { number } = await poster.done(jobDetail, { jobId: String(id) });
  const readBoth = () =>
    Promise.all(
      [world, other].map(async ({ url }) => {
        const response = await fetch(`${url}/j/${number}/shelves`);
        return `${response.status} ${await response.text()}`;
      }),
    );
  expect(await readBoth()).toEqual(['200 Shelves', '200 Shelves']);
  await poster.done(cancelJob, { jobId: String(id), comment: '', refundText: '' });
  await waitFor('both pages to say so', async () =>
    (await readBoth()).every((page) => page === '410 closed'),
  );
});
