import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { startFrontServer } from '../../../e2e/support/front-server.ts';
import { provideChromium } from '../../../scripts/testing/chromium.ts';
import { buildWeb } from '../../../scripts/web-build.ts';
import { getWebDist } from '../../../scripts/web-dist.ts';
import { post } from '../../../server/test/story.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { startWorld, type World } from '../../../server/test/world.ts';
import { createRandom } from '../support/numbers.ts';
import { openBrowser, type KillableBrowser } from './browser.ts';

/** `before`: the request does not reach the server. `after`: the server has done it, and its answer is lost. */
const CUTS = ['network before', 'network after', 'browser before', 'browser after'] as const;
type Cut = (typeof CUTS)[number];

export interface OfflineResults {
  violations: string[];
  networkCutBefore: number;
  networkCutAfter: number;
  browserKilledBefore: number;
  browserKilledAfter: number;
  /** Requests that reached the server, of which more than one belong to a tap whose answer was lost. */
  requests: number;
  effects: number;
}

const JOBS = 3;
const SAVING = /^\/api\/(?:un)?save_job$/;

/** Taps on "save" of a job again and again, each time with a cut, and counts the effects in the database. */
export async function runOffline(seed: number, runs: number, signal?: AbortSignal): Promise<OfflineResults> {
  const random = createRandom(seed);
  await buildWeb(process.cwd());
  const world = await startWorld({ worker: false, webDist: getWebDist(process.cwd()) });
  const profile = await mkdtemp(join(tmpdir(), 'fws-prove-profile-'));
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  const results: OfflineResults = {
    violations: [],
    networkCutBefore: 0,
    networkCutAfter: 0,
    browserKilledBefore: 0,
    browserKilledAfter: 0,
    requests: 0,
    effects: 0,
  };
  let browser: KillableBrowser | undefined;
  /** The cut of the next request that saves, and once it is made, its end. */
  const next: { cut?: Cut | undefined; made?: Promise<unknown> | undefined } = {};
  const cutNow = (response: ServerResponse) => {
    const isKilled = next.cut?.startsWith('browser');
    next.cut = undefined;
    next.made = isKilled ? browser?.kill() : Promise.resolve();
    if (!isKilled) response.destroy();
    return true;
  };
  const isSaving = ({ url = '' }: IncomingMessage) => SAVING.test(url);
  const front = await startFrontServer(
    world.url,
    (incoming, response) => {
      if (!isSaving(incoming)) return false;
      if (next.cut?.endsWith('before')) return cutNow(response);
      results.requests += 1;
      return false;
    },
    (incoming, response) => isSaving(incoming) && next.cut?.endsWith('after') === true && cutNow(response),
  );
  try {
    await observeEffects(owner);
    const { titles, session } = await prepare(world, front.url);
    const executable = provideChromium(process.env);
    const open = async () => {
      const opened = await openBrowser(executable, profile, session);
      await opened.page.goto(front.url);
      await waitUntilReady(opened);
      return opened;
    };
    const saved = new Set<string>();
    for (let run = 0; run < runs; run++) {
      if (signal?.aborted) break;
      browser ??= await open();
      const { page } = browser;
      const title = titles[Math.floor(random() * titles.length)] ?? '';
      const kind = CUTS[run % CUTS.length] ?? CUTS[0];
      const before = await countEffects(owner);
      next.made = undefined;
      next.cut = kind;
      await findSaveButton(page, title).click();
      await waitFor('the cut', () => Promise.resolve(next.made !== undefined));
      await Promise.resolve(next.made);
      results[FIGURES[kind]] += 1;
      if (kind.startsWith('browser')) browser = await open();
      // As when the network comes back. The worker may be sending already.
      else await page.evaluate(() => dispatchEvent(new Event('online')));
      await waitFor('the outbox to be empty', async () => (await countWaiting(browser)) === 0);
      // A tap on a mark of before would ask for what is so already.
      if (!saved.delete(title)) saved.add(title);
      await findSaveButton(browser.page, title, saved.has(title)).waitFor();
      const effects = (await countEffects(owner)) - before;
      results.effects += effects;
      if (effects !== 1) results.violations.push(`run ${run}, ${kind}: ${effects} effects of one tap`);
    }
    return results;
  } finally {
    await browser?.kill();
    front.close();
    await owner.end();
    await world.close();
    await rm(profile, { recursive: true, force: true });
  }
}

const FIGURES = {
  'network before': 'networkCutBefore',
  'network after': 'networkCutAfter',
  'browser before': 'browserKilledBefore',
  'browser after': 'browserKilledAfter',
} as const satisfies Record<Cut, keyof OfflineResults>;

const findSaveButton = (page: Page, title: string, pressed?: boolean): Locator =>
  page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('button', { name: /^Save/, ...(pressed === undefined ? {} : { pressed }) });

/** Counts rows that appear and disappear, whoever writes them: a repeated request without effect changes none. */
async function observeEffects(owner: pg.Client): Promise<void> {
  await owner.query(`
    CREATE TABLE saved_job_effect (id bigint GENERATED ALWAYS AS IDENTITY);
    CREATE FUNCTION observe_saved_job() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO public.saved_job_effect DEFAULT VALUES;
      RETURN NULL;
    END $$;
    CREATE TRIGGER observe AFTER INSERT OR UPDATE OR DELETE ON saved_job FOR EACH ROW
      EXECUTE FUNCTION observe_saved_job()`);
}

async function countEffects(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ count: number }>('SELECT count(*)::int FROM saved_job_effect');
  return rows[0]?.count ?? -1;
}

async function prepare(world: World, url: string) {
  const poster = await world.user();
  const titles = Array.from({ length: JOBS }, (_, index) => `Paint flat ${String.fromCodePoint(65 + index)}`);
  for (const title of titles) await post(world, poster, { values: { title } });
  const { token } = await world.user();
  return { titles, session: { name: 'fws_session', value: token, url } };
}

/** The outbox of the page, read beside the app. */
const countWaiting = async (browser: KillableBrowser | undefined): Promise<number> =>
  (await browser?.page.evaluate(async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === 'fws')) return 0;
    const opening = indexedDB.open('fws');
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const count = opening.result.transaction('outbox').objectStore('outbox').count();
    await new Promise((resolve) => count.addEventListener('success', resolve));
    opening.result.close();
    return count.result;
  })) ?? -1;

/** The jobs are shown and the parts for the background are loaded. */
async function waitUntilReady({ page }: KillableBrowser): Promise<void> {
  await page.getByRole('article').first().waitFor();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
