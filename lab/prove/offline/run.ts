import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startFrontServer } from '../../../e2e/support/front-server.ts';
import { provideChromium } from '../../../scripts/testing/chromium.ts';
import { buildWeb } from '../../../scripts/web-build.ts';
import { getWebDist } from '../../../scripts/web-dist.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { startWorld } from '../../../server/test/world.ts';
import { createRandom } from '../support/numbers.ts';
import { openBrowser, type KillableBrowser } from './browser.ts';
import { createMessages, createSaves, type Subject } from './subjects.ts';

/** `before`: the request does not reach the server. `after`: the server has done it, and its answer is lost. */
const CUTS = ['network before', 'network after', 'browser before', 'browser after'] as const;
type Cut = (typeof CUTS)[number];

export interface OfflineResults {
  violations: string[];
  networkCutBefore: number;
  networkCutAfter: number;
  browserKilledBefore: number;
  browserKilledAfter: number;
  /** Requests that reached the server, of which more than one belong to an action whose answer was lost. */
  requests: number;
  effects: number;
}

/**
 * Saves jobs, then sends messages, each time with a cut, and counts the effects in the database. `runs`: of each of the
 * two.
 */
export async function runOffline(seed: number, runs: number, signal?: AbortSignal): Promise<OfflineResults> {
  const random = createRandom(seed);
  await buildWeb(process.cwd());
  const world = await startWorld({ worker: false, webDist: getWebDist(process.cwd()) });
  const results: OfflineResults = {
    violations: [],
    networkCutBefore: 0,
    networkCutAfter: 0,
    browserKilledBefore: 0,
    browserKilledAfter: 0,
    requests: 0,
    effects: 0,
  };
  try {
    const options = { runs, signal, world, results };
    await runSubject({ subject: await createSaves(world, random), ...options });
    await runSubject({ subject: await createMessages(world), ...options });
    return results;
  } finally {
    await world.close();
  }
}

async function runSubject({
  subject,
  runs,
  signal,
  world,
  results,
}: {
  subject: Subject;
  runs: number;
  signal: AbortSignal | undefined;
  world: { url: string; ownerUrl: string };
  results: OfflineResults;
}): Promise<void> {
  const profile = await mkdtemp(join(tmpdir(), 'fws-prove-profile-'));
  const owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  let browser: KillableBrowser | undefined;
  /** The cut of the next request that sends, and once it is made, its end. */
  const next: { cut?: Cut | undefined; made?: Promise<unknown> | undefined } = {};
  const cutNow = (response: ServerResponse) => {
    const isKilled = next.cut?.startsWith('browser');
    next.cut = undefined;
    next.made = isKilled ? browser?.kill() : Promise.resolve();
    if (!isKilled) response.destroy();
    return true;
  };
  const isSending = ({ url = '' }: IncomingMessage) => subject.url.test(url);
  const front = await startFrontServer(
    world.url,
    (incoming, response) => {
      if (!isSending(incoming)) return false;
      if (next.cut?.endsWith('before')) return cutNow(response);
      results.requests += 1;
      return false;
    },
    (incoming, response) => isSending(incoming) && next.cut?.endsWith('after') === true && cutNow(response),
  );
  try {
    await observeEffects(owner, subject);
    const executable = provideChromium(process.env);
    const session = { name: 'fws_session', value: subject.token, url: front.url };
    const open = async () => {
      const opened = await openBrowser(executable, profile, session);
      await opened.page.goto(`${front.url}${subject.path}`);
      await subject.waitUntilReady(opened.page);
      // The parts for the background are loaded.
      await opened.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      return opened;
    };
    for (let run = 0; run < runs; run++) {
      if (signal?.aborted) break;
      browser ??= await open();
      const { page } = browser;
      const kind = CUTS[run % CUTS.length] ?? CUTS[0];
      const before = await countEffects(owner, subject);
      next.made = undefined;
      next.cut = kind;
      await subject.act(page, run);
      await waitFor('the cut', () => Promise.resolve(next.made !== undefined));
      await Promise.resolve(next.made);
      results[FIGURES[kind]] += 1;
      if (kind.startsWith('browser')) browser = await open();
      // As when the network comes back. The worker may be sending already.
      else await page.evaluate(() => dispatchEvent(new Event('online')));
      await waitFor('the outbox to be empty', async () => (await countWaiting(browser)) === 0);
      await subject.waitUntilShown(browser.page, run);
      const effects = (await countEffects(owner, subject)) - before;
      results.effects += effects;
      if (effects !== 1)
        results.violations.push(`${subject.table}, run ${run}, ${kind}: ${effects} effects of one action`);
    }
    results.violations.push(...(await subject.findViolations(owner)));
  } finally {
    await browser?.kill();
    front.close();
    await owner.end();
    await rm(profile, { recursive: true, force: true });
  }
}

const FIGURES = {
  'network before': 'networkCutBefore',
  'network after': 'networkCutAfter',
  'browser before': 'browserKilledBefore',
  'browser after': 'browserKilledAfter',
} as const satisfies Record<Cut, keyof OfflineResults>;

/** Counts rows that appear and disappear, whoever writes them: a repeated request without effect changes none. */
async function observeEffects(owner: pg.Client, { table }: Subject): Promise<void> {
  await owner.query(`
    CREATE TABLE ${table}_effect (id bigint GENERATED ALWAYS AS IDENTITY);
    CREATE FUNCTION observe_${table}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO public.${table}_effect DEFAULT VALUES;
      RETURN NULL;
    END $$;
    CREATE TRIGGER observe AFTER INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW
      EXECUTE FUNCTION observe_${table}()`);
}

async function countEffects(owner: pg.Client, { table }: Subject): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(`SELECT count(*)::int FROM ${table}_effect`);
  return rows[0]?.count ?? -1;
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
