import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cancelJob } from '@fws/contract/contracts/calls';
import { jobDetail } from '@fws/contract/jobs/calls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/main.ts';
import { silentLog } from '../../src/platform/log.ts';
import { findFreePort } from '../network/port.ts';
import { post } from '../story.ts';
import type { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';

// Two web processes that share nothing but the database.

let folder: string;
let world: World;
let other: RunningServer;
let poster: TestUser;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fws-pages-'));
  const webDist = path.join(folder, 'dist');
  await mkdir(webDist);
  await mkdir(path.join(folder, 'dist-server'));
  await writeFile(path.join(webDist, 'index.html'), '<!doctype html><title>FWS</title>');
  await writeFile(path.join(folder, 'dist-server/site.json'), '{}');
  await writeFile(
    path.join(folder, 'dist-server/site.mjs'),
    `export const renderSitePage = ({ data }) => data.job?.title ?? 'closed'; export const renderLive = () => '';`,
  );
  world = await startWorld({ webDist });
  other = await startServer({
    ...world.config,
    port: await findFreePort(),
    ports: { clock: world.clock },
    log: silentLog,
    worker: false,
    webDist,
  });
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
