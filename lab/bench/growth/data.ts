import { escapeLiteral, type Client } from 'pg';
import { hashPassword } from '../../../server/src/domains/identity/index.ts';
import { CITIES, toSqlArray } from '../jobs-list/data.ts';
import { openBehindTriggers } from '../night/data.ts';

// Two years of a marketplace. Of ten jobs three were awarded, each with one milestone; of the latest fifth the others
// are still open. The milestones of the latest twentieth are ready for their release. Ids are numbers of jobs, so that
// rows can be computed from each other.

const AMOUNT_PAISE = 250_000;
const BATCH = 250_000;
/** The number of people is made odd, so that everybody has jobs of every kind. */
const JOBS_A_PERSON = 10;
const ESCROWS_FROM = 100_000_000;
const WALLETS_FROM = 1_000;

export const PASSWORD = 'correct horse battery staple';
export const countPeople = (jobs: number): number => Math.max(101, Math.ceil(jobs / JOBS_A_PERSON) | 1);
export const toEmail = (person: number): string => `growth${person}@mail.example`;
export const toToken = (person: number): string => `growth-session-${person}`;

const POSTER = '(1 + (i * 7919) % $4)';
const WORKER = '(1 + (i * 7919 + 1) % $4)';
const OTHER_WORKER = '(1 + (i * 7919 + 18) % $4)';
const POSTED_AT = `(now() - ($3 - i) * (interval '730 days' / $3))`;
const IS_AWARDED = 'i % 10 IN (1, 4, 7)';
const IS_RECENT = 'i > $3 * 8 / 10';
const IS_READY = 'i > $3 * 95 / 100';
const CITY = `(${toSqlArray(CITIES)})[1 + floor(${CITIES.length} * power(((i * 7919) % 10007) / 10007.0, 2))::int]`;
const ROWS = 'generate_series($1::bigint, $2) i';
const AWARDED_ROWS = `${ROWS} WHERE ${IS_AWARDED}`;
const RELEASED_ROWS = `${AWARDED_ROWS} AND NOT ${IS_READY}`;

/** People `$1` to `$2`, whose password has the hash `$3`. */
const PEOPLE_STATEMENTS = [
  `INSERT INTO user_account (id, first_name, last_name, email, email_verified_at, mobile, mobile_verified_at,
     password_hash, register_for, looking_for, location, skills, completed_projects)
   OVERRIDING SYSTEM VALUE
   SELECT i, 'Person' || i % 9973, 'Kumar' || i % 997, 'growth' || i || '@mail.example', now(),
     '+91' || (6000000000 + i), now(), $3, 'individual', '{projects,services}', 'Kothrud, Pune',
     '{Painting,Carpentry}', i % 40
   FROM ${ROWS}`,
  `INSERT INTO person_search (user_id, completed_projects, words)
   SELECT id, completed_projects, person_words(first_name, last_name, skills, location)
   FROM user_account WHERE id BETWEEN $1 AND $2`,
  `INSERT INTO session (token_hash, user_id, client, created_at, seen_at, expires_at, confirmed_at, proven_at)
   SELECT sha256(convert_to('growth-session-' || i, 'UTF8')), i, 'web', now(), now(), now() + interval '30 days', now(), now()
   FROM ${ROWS}`,
];

/** Jobs `$1` to `$2` of `$3`, posted by `$4` people, with what belongs to them. */
const JOB_STATEMENTS = [
  `INSERT INTO job (id, number, poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
     payment_term, budget_kind, budget_from_paise, budget_to_paise, state, verified_at, quotes_received, attachment_id,
     posted_at, public_place, city)
   OVERRIDING SYSTEM VALUE
   SELECT i, i, ${POSTER}, 1 + (i * 31 + i / 10) % 40, 'Two sliding wardrobes, flat ' || i % 5000,
     repeat('Each is 2.1 m wide and 2.4 m high, laminate outside. ', 4 + (i % 4)::int),
     'Block ' || i % 500 || ', ' || ${CITY} || ' ' || 400000 + i % 900,
     ARRAY['Carpentry', 'Sliding systems', 'Laminate work'], posted.day,
     CASE WHEN ${IS_RECENT} THEN current_date + 1 + (i * 13)::int % 90 ELSE posted.day + 30 END,
     'completion', 'range', ${AMOUNT_PAISE}, ${2 * AMOUNT_PAISE},
     CASE WHEN ${IS_AWARDED} THEN CASE WHEN ${IS_READY} THEN 'in_progress' ELSE 'completed' END
       WHEN ${IS_RECENT} THEN 'open' ELSE 'expired' END,
     CASE WHEN i % 3 = 0 THEN now() END, 1 + (i % 3 = 0)::int,
     CASE WHEN i % 10 = 0 THEN md5('attachment' || i)::uuid END, ${POSTED_AT}, ${CITY}, lower(${CITY})
   FROM ${ROWS}, LATERAL (SELECT ${POSTED_AT}::date AS day) posted`,
  `INSERT INTO file (id, owner_id, subject, subject_id, name, content_type, bytes, storage_key)
   SELECT md5('attachment' || i)::uuid, ${POSTER}, 'job', i, 'drawing.png', 'image/png', 48213, 'job/' || i
   FROM ${ROWS} WHERE i % 10 = 0`,
  `INSERT INTO quote (id, job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at, decided_at)
   OVERRIDING SYSTEM VALUE
   SELECT offer.id, i, offer.worker, ${AMOUNT_PAISE}, 'completion',
     '[{"name": "quotes.part_completion", "amountPaise": ${AMOUNT_PAISE}}]', 'All material included.',
     CASE WHEN ${IS_AWARDED} THEN CASE WHEN offer.id = i THEN 'accepted' ELSE 'not_selected' END
       WHEN ${IS_RECENT} THEN 'submitted' ELSE 'lapsed' END,
     ${POSTED_AT} + interval '1 day', CASE WHEN ${IS_AWARDED} THEN now() END
   FROM ${ROWS}, LATERAL (VALUES (i, ${WORKER}), ($3 + i, ${OTHER_WORKER})) offer (id, worker)
   WHERE offer.id = i OR i % 3 = 0`,
  `INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at, completed_at)
   SELECT i, i, ${POSTER}, ${WORKER}, ${AMOUNT_PAISE}, 'completion', ${POSTED_AT} + interval '2 days',
     CASE WHEN NOT ${IS_READY} THEN ${POSTED_AT} + interval '20 days' END
   FROM ${AWARDED_ROWS}`,
  `INSERT INTO milestone (id, job_id, position, name, amount_paise, fund_state, work_state, funded_at, released_at,
     changed_at)
   OVERRIDING SYSTEM VALUE
   SELECT i, i, 1, 'quotes.part_completion', ${AMOUNT_PAISE}, CASE WHEN ${IS_READY} THEN 'accepted' ELSE 'released' END,
     'completed', ${POSTED_AT} + interval '3 days', CASE WHEN NOT ${IS_READY} THEN ${POSTED_AT} + interval '20 days' END,
     now() - interval '1 hour'
   FROM ${AWARDED_ROWS}`,
  `INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, checked_at, created_at)
   SELECT 'growth_' || i, i, ${POSTER}, ${AMOUNT_PAISE}, 'applied', 'cashfree', ${POSTED_AT}, ${POSTED_AT}, ${POSTED_AT}
   FROM ${AWARDED_ROWS}`,
  `INSERT INTO payment (provider, payment_id, order_id, amount_paise, applied, received_at, last_polled_at)
   SELECT 'cashfree', 'p' || i, 'growth_' || i, ${AMOUNT_PAISE}, true, ${POSTED_AT}, now()
   FROM ${AWARDED_ROWS}`,
  `INSERT INTO ledger.account (id, code, class, guarded, hot, balance, version)
   OVERRIDING SYSTEM VALUE
   SELECT ${ESCROWS_FROM} + i, 'escrow:' || i, 'liability', true, false,
     CASE WHEN ${IS_READY} THEN ${AMOUNT_PAISE} ELSE 0 END, CASE WHEN ${IS_READY} THEN 1 ELSE 2 END
   FROM ${AWARDED_ROWS}`,
  `INSERT INTO ledger.txn (id, kind, idempotency_key, request_hash, job_id, milestone_id, order_id, payment_id, user_id,
     event_time, posted_at)
   OVERRIDING SYSTEM VALUE
   SELECT 2 * i - 1 + step, CASE step WHEN 0 THEN 'payment_verified' ELSE 'release' END,
     CASE step WHEN 0 THEN 'payment:cashfree:p' || i ELSE 'milestone:' || i || ':released' END, repeat('0', 64),
     i, i, CASE step WHEN 0 THEN 'growth_' || i END, CASE step WHEN 0 THEN 'p' || i END,
     CASE step WHEN 1 THEN ${WORKER} END, at, at
   FROM ${ROWS}, generate_series(0, 1) step, LATERAL (SELECT ${POSTED_AT} + (3 + 17 * step) * interval '1 day') posted (at)
   WHERE ${IS_AWARDED} AND (step = 0 OR NOT ${IS_READY})`,
  `INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
   SELECT line.* FROM ${ROWS}, LATERAL (VALUES
     (2 * i - 1, 1, (SELECT id FROM ledger.account WHERE code = 'provider_clearing'), ${AMOUNT_PAISE}, NULL, NULL),
     (2 * i - 1, 2, ${ESCROWS_FROM} + i, -${AMOUNT_PAISE}, ${AMOUNT_PAISE}, 1),
     (2 * i, 1, ${ESCROWS_FROM} + i, ${AMOUNT_PAISE}, 0, 2)
   ) line (txn_id, seq, account_id, amount, balance_after, account_version)
   WHERE ${IS_AWARDED} AND (txn_id < 2 * i OR NOT ${IS_READY})`,
  `INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_role, at)
   SELECT change.subject, change.id, i, change.track, change.old, change.new, 'system', ${POSTED_AT}
   FROM ${ROWS}, LATERAL (VALUES
     ('job', i::text, 'state', 'open', 'awarded'),
     ('order', 'growth_' || i, 'state', 'created', 'applied'),
     ('milestone', i::text, 'fund_state', 'unfunded', 'funded'),
     ('milestone', i::text, 'fund_state', 'funded', 'released')
   ) change (subject, id, track, old, new)
   WHERE ${IS_AWARDED} AND (change.new <> 'released' OR NOT ${IS_READY})`,
  `INSERT INTO notification (user_id, type, values, path, dedupe_key, created_at, read_at)
   SELECT notice.person, notice.type, jsonb_build_object('title', 'Two sliding wardrobes, flat ' || i % 5000),
     '/job/' || i, notice.type || ':' || i, ${POSTED_AT}, CASE WHEN NOT ${IS_RECENT} THEN now() END
   FROM ${ROWS}, LATERAL (VALUES (${POSTER}, 'quote_received'), (${WORKER}, 'milestone_funded')) notice (person, type)
   WHERE notice.type = 'quote_received' OR ${IS_AWARDED}`,
];

/** What is computed from all released milestones, `$1` to `$2` of `$3`: the entries of the wallets, then their balances. */
const WALLET_STATEMENTS = [
  `INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
   SELECT 2 * i, 2, ${WALLETS_FROM} + worker, -${AMOUNT_PAISE}, number * ${AMOUNT_PAISE}, number
   FROM (SELECT i, ${WORKER} AS worker, row_number() OVER (PARTITION BY ${WORKER} ORDER BY i) AS number
     FROM ${RELEASED_ROWS}) release`,
  `INSERT INTO ledger.account (id, code, class, guarded, hot, balance, version)
   OVERRIDING SYSTEM VALUE
   SELECT ${WALLETS_FROM} + worker, 'wallet:' || worker, 'liability', true, false, count(*) * ${AMOUNT_PAISE}, count(*)
   FROM (SELECT ${WORKER} AS worker FROM ${RELEASED_ROWS}) release GROUP BY worker`,
];

const IDENTITIES = ['user_account', 'job', 'quote', 'milestone', 'ledger.account', 'ledger.txn'];
const TABLES = [
  'user_account',
  'person_search',
  'session',
  'job',
  'file',
  'quote',
  'contract',
  'milestone',
  'escrow_order',
  'payment',
  'ledger.account',
  'ledger.txn',
  'ledger.entry',
  'state_change',
  'notification',
];

/** Fills a migrated database. Indexes are built after the rows, which is several times faster. */
export async function loadMarketplace(ownerUrl: string, jobs: number): Promise<void> {
  const client = await openBehindTriggers(ownerUrl);
  const people = countPeople(jobs);
  await client.query(`SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`);
  const indexes = await dropIndexes(client);
  await runInBatches(client, PEOPLE_STATEMENTS, people, [await hashPassword(PASSWORD)]);
  await runInBatches(client, JOB_STATEMENTS, jobs, [jobs, people]);
  for (const statement of WALLET_STATEMENTS) await client.query(fillIn(statement, [1, jobs, jobs, people]));
  for (const index of indexes) await client.query(index);
  for (const table of IDENTITIES)
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', 'id'), (SELECT max(id) FROM ${table}))`,
    );
  await client.query(`SELECT setval('job_number', (SELECT max(number) FROM job))`);
  for (const table of TABLES) await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
  await client.end();
}

async function runInBatches(
  client: Client,
  statements: readonly string[],
  count: number,
  values: readonly (number | string)[],
): Promise<void> {
  for (let start = 1; start <= count; start += BATCH) {
    const end = Math.min(start + BATCH - 1, count);
    for (const statement of statements) await client.query(fillIn(statement, [start, end, ...values]));
  }
}

/** Puts values into a statement, because not every statement needs all of them. */
const fillIn = (statement: string, values: readonly (number | string)[]): string =>
  statement.replaceAll(/\$(\d)/g, (_, position) => {
    const value = values[Number(position) - 1] ?? '';
    return typeof value === 'number' ? String(value) : escapeLiteral(value);
  });

/** Drops the indexes that no constraint needs, and returns the statements that build them again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; statement: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS statement FROM pg_index
     WHERE indrelid = ANY ($1::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [`{${TABLES.join(',')}}`],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ statement }) => statement);
}
