import { toIstDate } from '@fws/contract/platform/dates';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { FoundJob, Job, JobPage } from '@fws/contract/jobs/schemas';
import { Batcher } from '../../../platform/batcher.ts';
import { BriefCache } from '../../../platform/brief-cache.ts';
import type { Caller, CallerQuery } from '../../../platform/caller.ts';
import { hideFromPlanner, read, type Db } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';
import type { Deps } from '../../../platform/deps.ts';
import { buildBlockedIdsSql } from '../../profile/index.ts';
import { isPoster } from '../policy.ts';
import { getQuoteAbility } from '../rules.ts';
import {
  createJobCounts,
  loadOpenJobs,
  loadSharedJobs,
  type ExploreParams,
  type JobCounts,
  type SharedJobs,
} from './shared-jobs.ts';

// The list of open jobs without a search. All readers share its pages for a second, and a replica may load them. What each
// reader sees otherwise, and whether a page is older than what they have changed themselves, is read for each request:
// together with the session when the page is kept already, else by a statement of its own.

type ReaderDeps = Pick<Deps, 'db' | 'ports'>;

interface KeptPage {
  jobs: SharedJobs;
  ownRowsQuery: CallerQuery;
  /** By the reader, for those whose rows did not come with their session. */
  ownRows: Batcher<number, readonly OwnRow[]>;
}
export interface SharedPages {
  kept: BriefCache<Outcome<KeptPage>>;
  counts: JobCounts;
}

const KEEP_MS = 1000;
const MAX_TEXT_LENGTH = 8_000_000;
/** All of a job but the texts that people write. */
const JOB_LENGTH = 800;

export function createSharedPages({ ports: { clock }, offers }: Pick<Deps, 'ports' | 'offers'>): SharedPages {
  const pages: SharedPages = {
    kept: new BriefCache({ clock, keepMs: KEEP_MS, maxWeight: MAX_TEXT_LENGTH, weigh: countText }),
    counts: createJobCounts(clock),
  };
  offers.onChange(() => {
    pages.kept.clear();
    pages.counts.clear();
  });
  return pages;
}

function countText(page: Outcome<KeptPage>): number {
  const items = page.ok ? page.value.jobs.items : [];
  const texts = items.flatMap(({ title, description }) => [title, description]);
  return texts.reduce((sum, text) => sum + text.length, (items.length + 1) * JOB_LENGTH);
}

const getToday = ({ ports }: ReaderDeps): string => toIstDate(ports.clock.now());

const buildKey = ({ sort, limit, cursor, categoryId, location }: ExploreParams, today: string): string =>
  JSON.stringify([today, sort, limit, cursor, categoryId, location]);

/** Reads the reader's own rows of a page that is kept. */
export function findOwnRowsQuery(
  deps: ReaderDeps,
  { kept }: SharedPages,
  params: ExploreParams,
): CallerQuery | undefined {
  const page = kept.peek(buildKey(params, getToday(deps)));
  return page?.ok ? page.value.ownRowsQuery : undefined;
}

export async function exploreJobs(
  deps: ReaderDeps & { replica: Db },
  { kept, counts }: SharedPages,
  reader: Pick<Caller, 'userId' | 'own'>,
  params: ExploreParams,
): Promise<Outcome<JobPage>> {
  const today = getToday(deps);
  const key = buildKey(params, today);
  const loadFrom = (source: Db) => () => loadPage(deps, source, { counts, params, today });
  const page = await kept.get(key, loadFrom(deps.replica));
  if (!page.ok) {
    kept.drop(key);
    return page;
  }
  const own = await findOwnRows(page.value, reader);
  if (!isOutdated(page.value.jobs, own)) return done(toJobPage(page.value.jobs, own, reader.userId, today));
  // The reader has changed something since then, and expects to see it.
  const reloaded = await kept.reload(key, loadFrom(deps.db));
  if (!reloaded.ok) return reloaded;
  const newOwn = await findOwnRows(reloaded.value, reader);
  return done(toJobPage(reloaded.value.jobs, newOwn, reader.userId, today));
}

const findOwnRows = (page: KeptPage, { userId, own }: Pick<Caller, 'userId' | 'own'>) =>
  own?.query === page.ownRowsQuery ? (own.rows as readonly OwnRow[]) : page.ownRows.load(userId);

async function loadPage(
  deps: ReaderDeps,
  source: Db,
  { counts, params, today }: { counts: JobCounts; params: ExploreParams; today: string },
): Promise<Outcome<KeptPage>> {
  const loaded = await loadSharedJobs({ ...deps, db: source }, counts, params, today);
  if (!loaded.ok) return loaded;
  const jobs = loaded.value;
  const ownRowsQuery = buildOwnRowsQuery(deps, jobs.items);
  const ownRows = new Batcher((readerIds: readonly number[]) => readOwnRows(deps, ownRowsQuery, readerIds));
  return done({ jobs, ownRowsQuery, ownRows });
}

/** A job that a reader has posted, has quoted on, has saved or must not see; a job may have several rows. */
interface OwnRow {
  id: number;
  /** Null where nothing follows from it: a job that was only saved, or is hidden. */
  version: string | null;
  /** The reader's quote, if it is live. */
  quote_id: number | null;
  saved: boolean;
  /** One of its poster and the reader has blocked the other. */
  hidden: boolean;
}

/** Longer than it takes to commit a job that was posted. */
const POSTED_LATELY_MS = 60_000;

/**
 * The jobs of a page that a reader has quoted on, posted, saved or must not see, and those that they have posted lately.
 */
export function buildOwnRowsQuery(
  { ports }: Pick<Deps, 'ports'>,
  items: readonly Pick<Job, 'id' | 'posterId'>[],
): CallerQuery {
  const [ids, posterIds] = [items.map(({ id }) => id), items.map(({ posterId }) => posterId)];
  const jobIds = hideFromPlanner('$1', 'bigint[]');
  return {
    name: 'explore_own',
    buildText: (readerId) => `
SELECT job.id, job.xmin::text AS version,
  CASE WHEN quote.state IN ('submitted', 'asked', 'accepted') THEN quote.id END AS quote_id,
  false AS saved, false AS hidden
FROM quote JOIN job ON job.id = quote.job_id
WHERE quote.worker_id = ${readerId} AND quote.job_id = ANY(${jobIds})
UNION ALL
SELECT job.id, job.xmin::text, NULL, false, false
FROM unnest(${jobIds}, ${hideFromPlanner('$2', 'bigint[]')}) item(id, poster_id) JOIN job ON job.id = item.id
WHERE item.poster_id = ${readerId}
UNION ALL
SELECT id, xmin::text, NULL, false, false FROM job
WHERE poster_id = ${readerId} AND posted_at > ${hideFromPlanner('$3', 'timestamptz')}
UNION ALL
SELECT job_id, NULL, NULL, true, false FROM saved_job
WHERE user_id = ${readerId} AND job_id = ANY(${jobIds})
UNION ALL
SELECT item.id, NULL, NULL, false, true
FROM unnest(${jobIds}, ${hideFromPlanner('$2', 'bigint[]')}) item(id, poster_id)
WHERE item.poster_id IN (${buildBlockedIdsSql(readerId)})`,
    readValues: () => [ids, posterIds, new Date(ports.clock.now().getTime() - POSTED_LATELY_MS)],
  };
}

async function readOwnRows(
  { db }: ReaderDeps,
  query: CallerQuery,
  readerIds: readonly number[],
): Promise<(readerId: number) => readonly OwnRow[]> {
  const statement = await onNodes(db, {
    one: () => buildReadersQuery(query, readerIds),
    several: () => buildReadersQueryForNodes(query, readerIds),
  });
  const rows = await read<OwnRow & { reader_id: number }>(db, statement);
  return (readerId) => rows.filter((row) => row.reader_id === readerId);
}

/** The same for many readers, without their sessions. */
export function buildReadersQuery(query: CallerQuery, readerIds: readonly number[]) {
  const values = [...query.readValues(), [...new Set(readerIds)]];
  const ids = hideFromPlanner(`$${values.length}`, 'bigint[]');
  return {
    name: `${query.name}_of_readers`,
    text: `SELECT reader.id AS reader_id, own.* FROM unnest(${ids}) reader(id) CROSS JOIN LATERAL (${query.buildText('reader.id')}) own`,
    values,
  };
}

/** The same where jobs are on several nodes, which cannot be asked for the rows of another one's readers. */
function buildReadersQueryForNodes(query: CallerQuery, readerIds: readonly number[]) {
  const [jobIds, posterIds, postedAfter] = query.readValues();
  return {
    text: `
SELECT quote.worker_id AS reader_id, job.id, job.xmin::text AS version,
  CASE WHEN quote.state IN ('submitted', 'asked', 'accepted') THEN quote.id END AS quote_id, false AS saved,
  false AS hidden
FROM quote JOIN job ON job.id = quote.job_id
WHERE quote.worker_id = ANY($1::bigint[]) AND quote.job_id = ANY($2::bigint[])
UNION ALL
SELECT poster_id, id, xmin::text, NULL, false, false FROM job
WHERE poster_id = ANY($1::bigint[]) AND (id = ANY($2::bigint[]) OR posted_at > $3)
UNION ALL
SELECT user_id, job_id, NULL, NULL, true, false FROM saved_job
WHERE user_id = ANY($1::bigint[]) AND job_id = ANY($2::bigint[])
UNION ALL
SELECT reader.id, item.id, NULL, NULL, false, true
FROM unnest($1::bigint[]) reader(id) CROSS JOIN unnest($2::bigint[], $4::bigint[]) item(id, poster_id)
WHERE item.poster_id IN (${buildBlockedIdsSql('reader.id')})`,
    values: [[...new Set(readerIds)], jobIds, postedAfter, posterIds],
  };
}

/** Whether one of these jobs has changed since the page was loaded, or is not in it. */
const isOutdated = ({ versions }: SharedJobs, own: readonly OwnRow[]): boolean =>
  own.some(({ id, version }) => version !== null && versions.get(id) !== version);

/** The jobs of a search that are still open, in the order of `ids`, as this reader sees them. They are not kept. */
export async function presentFoundJobs(
  deps: ReaderDeps,
  readerId: number,
  ids: readonly number[],
): Promise<Pick<JobPage, 'items' | 'own'>> {
  if (ids.length === 0) return { items: [], own: [] };
  const today = toIstDate(deps.ports.clock.now());
  const byId = new Map((await loadOpenJobs(deps.db, ids)).map((job) => [job.id, job]));
  const items = ids.flatMap((id) => byId.get(id) ?? []);
  const findRows = await readOwnRows(deps, buildOwnRowsQuery(deps, items), [readerId]);
  const own = findRows(readerId);
  return { items: keepShown(items, own), own: toOwnFields(items, own, readerId, today) };
}

const toJobPage = (
  { items, nextCursor, total }: SharedJobs,
  own: readonly OwnRow[],
  readerId: number,
  today: string,
): JobPage => ({
  items: keepShown(items, own),
  nextCursor,
  total,
  own: toOwnFields(items, own, readerId, today),
});

/** The same array where nothing is hidden, so that its encoding is shared. */
function keepShown<Item extends { id: number }>(items: Item[], own: readonly OwnRow[]): Item[] {
  const hidden = new Set(own.flatMap((row) => (row.hidden ? [row.id] : [])));
  return hidden.size === 0 ? items : items.filter(({ id }) => !hidden.has(id));
}

function toOwnFields(
  items: readonly FoundJob[],
  own: readonly OwnRow[],
  readerId: number,
  today: string,
): JobPage['own'] {
  if (own.length === 0) return [];
  const savedIds = new Set(own.flatMap(({ id, saved }) => (saved ? [id] : [])));
  const quoteIds = new Map(own.flatMap(({ id, quote_id }) => (quote_id === null ? [] : [[id, quote_id]])));
  return items.flatMap(({ id, posterId, state, closesOn }) => {
    const myQuoteId = quoteIds.get(id) ?? null;
    const saved = savedIds.has(id);
    const job = { poster_id: posterId, state, closes_on: closesOn };
    if (!isPoster(job, readerId) && myQuoteId === null && !saved) return [];
    const quote = getQuoteAbility(job, { userId: readerId, hasLiveQuote: myQuoteId !== null }, today);
    return [{ id, myQuoteId, saved, abilities: { quote } }];
  });
}
