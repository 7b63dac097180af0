import pg from 'pg';
import { createBundledPlaces } from '../../../server/src/adapters/places/bundled.ts';
import { mergeChanges } from '../../../server/src/domains/search/engine/merge.ts';
import {
  buildTokens,
  INDEX_VERSION,
  type IndexedJob,
} from '../../../server/src/domains/search/engine/tokens.ts';
import { toKeys } from '../../../server/src/domains/search/words/fold.ts';
import { createDb, createPool } from '../../../server/src/platform/db/index.ts';
import { buildCorpus, type CorpusJob } from './corpus.ts';

const BATCH = 5_000;
const PEOPLE = 1_000;

/** Fills a migrated database with the corpus, as the product would have indexed it. */
export async function loadCorpus(
  ownerUrl: string,
  count: number,
  onJob: (id: number, job: CorpusJob) => void = () => {},
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const places = createBundledPlaces();
  const listSpellings = (word: string) => places.listSpellings(word);
  const terms = new Map<string, [kind: string, key: string, text: string]>();
  try {
    const { rows: categories } = await client.query<{
      id: string;
      name: string;
      name_hi: string;
      trade: string;
    }>('SELECT id, name, name_hi, trade FROM category');
    const byName = new Map(categories.map((category) => [category.name, category]));
    await client.query(`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
      SELECT 'Person', g::text, 'person' || g || '@mail.example', '+91' || (8000000000 + g), 'individual',
        '{projects,services}', 'Pune' FROM generate_series(1, ${PEOPLE}) g`);
    let batch: object[] = [];
    const now = Date.now();
    let id = 0;
    for (const job of buildCorpus(count)) {
      id += 1;
      onJob(id, job);
      const category = byName.get(job.category);
      if (!category) throw new Error(`there is no category "${job.category}"`);
      const indexed: IndexedJob = {
        ...job,
        category_id: Number(category.id),
        category_name: category.name,
        category_name_hi: category.name_hi,
        trade: category.trade,
      };
      const { tokens, words, places: placeKeys } = buildTokens(indexed, listSpellings);
      for (const word of words) terms.set(`word ${word}`, ['word', word, word]);
      for (const key of placeKeys) terms.set(`place ${key}`, ['place', key, key]);
      for (const skill of job.skills) terms.set(`skill ${skill}`, ['skill', toKeys(skill).join(' '), skill]);
      batch.push({
        ...indexed,
        id,
        poster: 1 + (id % PEOPLE),
        tokens: tokens.join(' '),
        posted_at: new Date(now - job.postedBeforeMinutes * 60_000),
        closes_on: new Date(now + job.closesAfterDays * 86_400_000).toISOString().slice(0, 10),
        budget_from_paise: job.budgetFromPaise,
        budget_to_paise: job.budgetToPaise,
      });
      if (batch.length === BATCH) {
        await writeBatch(client, batch);
        batch = [];
      }
    }
    await writeBatch(client, batch);
    await client.query(
      `INSERT INTO search_term (kind, key, text) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) ON CONFLICT DO NOTHING`,
      [0, 1, 2].map((part) => [...terms.values()].map((term) => term[part])),
    );
    await client.query('UPDATE search_state SET last_change = $1', [id]);
    const db = createDb(createPool(ownerUrl, { max: 1 }));
    await mergeChanges(db, 1);
    await db.destroy();
    await client.query(
      'VACUUM (ANALYZE) job, search_job, search_list, search_segment, search_term, user_account',
    );
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

async function writeBatch(client: pg.Client, batch: readonly object[]): Promise<void> {
  if (batch.length === 0) return;
  await client.query(
    `WITH row AS MATERIALIZED (
       SELECT * FROM json_to_recordset($1::json) AS row (id bigint, poster bigint, category_id bigint, title text,
         description text, location text, latitude float8, longitude float8, skills text[], posted_at timestamptz,
         closes_on date, budget_from_paise bigint, budget_to_paise bigint, tokens text)),
     inserted AS (
       INSERT INTO job (id, poster_id, category_id, title, description, location, latitude, longitude, skills,
         take_work_on, closes_on, payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
       OVERRIDING SYSTEM VALUE
       SELECT id, poster, category_id, title, description, location, latitude, longitude, skills, closes_on, closes_on,
         'terms', CASE WHEN budget_from_paise = budget_to_paise THEN 'fixed' ELSE 'range' END, budget_from_paise,
         budget_to_paise, posted_at FROM row)
     INSERT INTO search_job (job_id, version, change, posted_at, closes_on, latitude, longitude, budget_from_paise,
       budget_to_paise, tokens)
     SELECT id, $2, id, posted_at, closes_on, latitude, longitude, budget_from_paise, budget_to_paise, tokens FROM row`,
    [JSON.stringify(batch), INDEX_VERSION],
  );
}
