import { setTimeout as sleep } from 'node:timers/promises';
import { awardedJob, moveFund } from '@fws/contract/contracts/calls';
import { profileList } from '@fws/contract/connections/calls';
import { userLogin } from '@fws/contract/identity/calls';
import { exploreJobs, jobDetail, myContracts } from '@fws/contract/jobs/calls';
import { notifications } from '@fws/contract/notifications/calls';
import { publicJob, publicJobs } from '@fws/contract/site/calls';
import { SITE_FEW, SITE_PAGE, SITEMAP_MAX } from '@fws/contract/site/model';
import { contractRequests, myQuotes } from '@fws/contract/quotes/calls';
import type { Call, CallInput } from '@fws/contract/platform/call';
import type { Pool } from 'pg';
import type * as z from 'zod/mini';
import { UserError } from '../../../scripts/user-error.ts';
import { inTx, type Db } from '../../../server/src/platform/db/index.ts';
import { publish } from '../../../server/src/platform/realtime/index.ts';
import { LATEST } from '../jobs-list/cases.ts';
import { calculateMedian } from '../median.ts';
import { countPeople, PASSWORD, toEmail, toToken } from './data.ts';

/** The beginning of the names of one person in a hundred. */
const COMMON_NAME = 'person77';
/** A page of the list is kept for a second; the measured request builds it. */
const PAGE_KEPT_MS = 1_050;
const LISTS = [
  { name: 'list, latest', filter: LATEST },
  { name: 'list, oldest', filter: { ...LATEST, sort: 'oldest' } },
  { name: 'list, closing soon', filter: { ...LATEST, sort: 'closing_soon' } },
  { name: 'list, category', filter: { ...LATEST, categoryId: '7' } },
  { name: 'list, city', filter: { ...LATEST, location: 'pune' } },
] as const satisfies { name: string; filter: CallInput<typeof exploreJobs> }[];

export interface Marketplace {
  url: string;
  db: Db;
  /** Connected as the owner. */
  pool: Pool;
  jobs: number;
}

/** The median time of each operation in milliseconds, one request at a time. */
export async function measureOperations(
  marketplace: Marketplace,
  requests: number,
): Promise<Map<string, number>> {
  const { url, pool, jobs } = marketplace;
  const people = countPeople(jobs);
  const pickPerson = (index: number) => 1 + ((index * 7907) % people);
  const medians = new Map<string, number>();
  const measure = async (name: string, run: (index: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let index = 0; index < requests; index++) times.push(await measureMs(() => run(index)));
    medians.set(name, calculateMedian(times));
  };

  for (const [name, ms] of await measureLists(url, requests)) medians.set(name, ms);
  const openJobs = await pickJobs(pool, jobs, `job.state = 'open'`, requests);
  await measure('job', (index) => {
    const jobId = String(openJobs[index % openJobs.length]?.id);
    return ask(url, jobDetail, { jobId }, toToken(pickPerson(index)));
  });
  const contracts = await pickJobs(pool, jobs, `job.state = 'completed'`, requests);
  await measure('contract', (index) => {
    const { id, posterId } = contracts[index % contracts.length] ?? { id: 0, posterId: 0 };
    return ask(url, awardedJob, { jobId: String(id) }, toToken(posterId));
  });
  await measure('quotes of a job', (index) => {
    const { id, posterId } = openJobs[index % openJobs.length] ?? { id: 0, posterId: 0 };
    return ask(url, contractRequests, { jobId: String(id) }, toToken(posterId));
  });
  await measure('own jobs', (index) => ask(url, myContracts, {}, toToken(pickPerson(index))));
  await measure('own quotes', (index) => ask(url, myQuotes, {}, toToken(pickPerson(index))));
  await measure('notifications', (index) => ask(url, notifications, {}, toToken(pickPerson(index))));
  await measure('people, a common name', (index) =>
    ask(url, profileList, { search: COMMON_NAME }, toToken(pickPerson(index))),
  );

  for (const [name, run] of await listPublicRequests(marketplace, openJobs)) await measure(name, run);

  const ready = await findReleasable(pool, requests);
  await measure('release', (index) => {
    const { id, posterId } = ready[index] ?? { id: 0, posterId: 0 };
    const values = { jobId: String(id), milestoneId: String(id), step: 'released', amountText: '' } as const;
    return ask(url, moveFund, values, toToken(posterId), { 'idempotency-key': `growth-${id}` });
  });
  await measure('login', (index) => logIn(url, toEmail(pickPerson(index))));
  medians.set('event', await measureEvents(marketplace, requests));
  return medians;
}

/** What the pages that need no account ask for. */
async function listPublicRequests(
  { url, pool, jobs }: Marketplace,
  openJobs: readonly PickedJob[],
): Promise<[name: string, run: (index: number) => Promise<unknown>][]> {
  const { rows } = await pool.query<{ number: string }>(
    'SELECT number FROM job WHERE id = ANY($1::bigint[])',
    [openJobs.map(({ id }) => id)],
  );
  const list = (city: string, category: string, limit: number) => () =>
    ask(url, publicJobs, { city, category, limit: String(limit) }, '');
  const get = (path: string) => async () => {
    const answer = await fetch(url + path);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text}`);
  };
  return [
    ['public job', (index) => ask(url, publicJob, { number: rows[index % rows.length]?.number ?? '' }, '')],
    ['public jobs of a city', list('pune', '', SITE_PAGE)],
    ['… and a category', list('pune', 'painting', SITE_PAGE)],
    ['public jobs of India', list('', '', SITE_PAGE)],
    ['jobs of the landing page', list('', '', SITE_FEW)],
    ['sitemap index', get('/sitemap.xml')],
    ['sitemap of places', get('/sitemaps/places.xml')],
    // The last ids are those of open jobs.
    ['sitemap of jobs', get(`/sitemaps/jobs-${Math.floor((jobs - 1) / SITEMAP_MAX)}.xml`)],
  ];
}

async function measureMs(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

/** Any answer other than a success invalidates the measurement. */
async function ask<S extends z.ZodMiniType, Out>(
  url: string,
  call: Call<S, Out>,
  values: z.input<S>,
  token: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const answer = await fetch(`${url}/api/${call.name}`, {
    method: 'POST',
    body: JSON.stringify(values),
    headers: {
      'content-type': 'application/json',
      'x-fws-client': 'web',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${call.name} answered ${answer.status}: ${text}`);
}

/** As a client of the specification, because a login in a new browser would need a code. */
async function logIn(url: string, email: string): Promise<void> {
  const body = new URLSearchParams({ user_name: email, password: PASSWORD });
  const answer = await fetch(`${url}/api/${userLogin.name}`, { method: 'POST', body });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`a login answered ${answer.status}: ${text}`);
}

/** Each round asks for every list once, and then waits until the pages are no longer kept. */
async function measureLists(url: string, requests: number): Promise<[name: string, ms: number][]> {
  const times = LISTS.map(({ name, filter }) => ({ name, filter, ms: [] as number[] }));
  const rounds = Math.max(3, Math.ceil(requests / 5));
  for (let round = 0; round < rounds; round++) {
    for (const { filter, ms } of times)
      ms.push(await measureMs(() => ask(url, exploreJobs, filter, toToken(1 + round))));
    await sleep(PAGE_KEPT_MS);
  }
  return times.map(({ name, ms }) => [name, calculateMedian(ms)]);
}

type PickedJob = { id: number; posterId: number };

/** Picks jobs from the whole range of ids, so that they are not all in the cache. */
async function pickJobs(pool: Pool, jobs: number, condition: string, count: number): Promise<PickedJob[]> {
  const { rows } = await pool.query<PickedJob>(
    `SELECT id::int, poster_id::int AS "posterId" FROM job
     WHERE id = ANY (SELECT 1 + (n * 7919::bigint * 104729) % $1::bigint FROM generate_series(1, $2::int) n)
       AND ${condition} LIMIT $3`,
    [jobs, count * 20, count],
  );
  return rows;
}

async function findReleasable(pool: Pool, count: number): Promise<PickedJob[]> {
  const { rows } = await pool.query<PickedJob>(
    `SELECT job.id::int, job.poster_id::int AS "posterId" FROM job JOIN milestone ON milestone.job_id = job.id
     WHERE job.state = 'in_progress' AND milestone.fund_state = 'accepted' LIMIT $1`,
    [count],
  );
  if (rows.length < count)
    throw new UserError(
      `Only ${rows.length} milestones are left to release: choose fewer with --requests, or load the jobs again.`,
    );
  return rows;
}

/** From the start of a transaction that publishes an event to its arrival at an open stream. */
async function measureEvents({ url, db }: Marketplace, requests: number): Promise<number> {
  const userId = 1;
  const closing = new AbortController();
  const headers = { authorization: `Bearer ${toToken(userId)}` };
  const response = await fetch(`${url}/api/events`, { headers, signal: closing.signal });
  if (response.body === null) throw new Error(`the stream of events answered ${response.status}`);
  const events = readEvents(response.body);
  await events.next(); // the greeting
  const times: number[] = [];
  for (let id = 1; id <= requests; id++)
    times.push(
      await measureMs(async () => {
        await inTx(db, (tx) => publish(tx, { users: [userId], topic: 'notifications', id }));
        let text = '';
        while (!text.includes(`"id":${id},`)) text = String((await events.next()).value);
      }),
    );
  closing.abort();
  return calculateMedian(times);
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
}
