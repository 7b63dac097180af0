import type { Locator, Page } from '@playwright/test';
import type pg from 'pg';
import { post, quote } from '../../../server/test/story.ts';
import type { World } from '../../../server/test/world.ts';

/** What people do that may wait for a network. */
export interface Subject {
  /** Of the requests that send it. */
  url: RegExp;
  /** The table whose rows are its effects. */
  table: 'saved_job' | 'message';
  token: string;
  /** Where it is done. */
  path: string;
  waitUntilReady(page: Page): Promise<void>;
  /** Does it once, in the given run. */
  act(page: Page, run: number): Promise<void>;
  /** After it has come to the server. */
  waitUntilShown(page: Page, run: number): Promise<void>;
  /** What is wrong at the end, beyond the number of effects. */
  findViolations(owner: pg.Client): Promise<string[]>;
}

const JOBS = 3;

/** Taps on "save" of a job. */
export async function createSaves(world: World, random: () => number): Promise<Subject> {
  const poster = await world.user();
  const titles = Array.from({ length: JOBS }, (_, index) => `Paint flat ${String.fromCodePoint(65 + index)}`);
  for (const title of titles) await post(world, poster, { values: { title } });
  const { token } = await world.user();
  const saved = new Set<string>();
  let title = '';
  return {
    url: /^\/api\/(?:un)?save_job$/,
    table: 'saved_job',
    token,
    path: '/',
    waitUntilReady: (page) => page.getByRole('article').first().waitFor(),
    act: (page) => {
      title = titles[Math.floor(random() * titles.length)] ?? '';
      return findSaveButton(page, title).click();
    },
    waitUntilShown: (page) => {
      // A tap on a mark of before would ask for what is so already.
      if (!saved.delete(title)) saved.add(title);
      return findSaveButton(page, title, saved.has(title)).waitFor();
    },
    findViolations: () => Promise.resolve([]),
  };
}

const findSaveButton = (page: Page, title: string, pressed?: boolean): Locator =>
  page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('button', { name: /^Save/, ...(pressed === undefined ? {} : { pressed }) });

const COLOURS = ['Red', 'Blue', 'Green', 'Black', 'White', 'Brown', 'Grey', 'Pink', 'Gold', 'Teal'];

/** Messages of a worker to the poster of a job. */
export async function createMessages(world: World): Promise<Subject> {
  const poster = await world.user({ firstName: 'Meera' });
  const worker = await world.user({ firstName: 'Imran', identity: 'verified' });
  const job = await post(world, poster);
  await quote(worker, job.id);
  const sent: string[] = [];
  // Without digits: those of several messages could be a number, which would be hidden in all of them.
  const getText = (run: number) =>
    `Tile ${String(run).replaceAll(/\d/g, (digit) => COLOURS[Number(digit)] ?? '')}.`;
  return {
    url: /^\/api\/conversation_send$/,
    table: 'message',
    token: worker.token,
    path: `/messages/${job.id}-${poster.id}`,
    waitUntilReady: (page) => page.getByLabel('Write to Meera').waitFor(),
    async act(page, run) {
      sent.push(getText(run));
      await page.getByLabel('Write to Meera').fill(getText(run));
      await page.getByRole('button', { name: 'Send', exact: true }).click();
    },
    waitUntilShown: (page, run) => page.getByRole('log').getByText(getText(run), { exact: true }).waitFor(),
    async findViolations(owner) {
      const { rows } = await owner.query<{ text: string }>('SELECT text FROM message ORDER BY number');
      const stored = rows.map(({ text }) => text).join(' ');
      return stored === sent.join(' ') ? [] : [`stored in another order than written: ${stored}`];
    },
  };
}
