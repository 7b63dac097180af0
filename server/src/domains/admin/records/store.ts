import type { RecordKind } from '@fws/contract/admin/records/model';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';
import { FOUND_MAX, buildPersonCondition, toWordQuery } from '../users/store.ts';

export interface ListParams {
  search: string;
  state: string;
  userId: number | null;
  after: CursorKey | null;
  limit: number;
}
type Put = (value: unknown) => string;

export interface ListedRow {
  id: string;
  number: string;
  title: string;
  /** The milestone name, for orders. */
  part?: string;
  state: string;
  amount_paise: number;
  at: Date;
  /** The number for the cursor after this row. */
  place: number;
  people: number[];
}

/** The SQL of one kind: columns, order, filters, and its search queries, each served by its own index. */
interface KindSql {
  table: string;
  key: string;
  columns: string;
  joins: string;
  order: string;
  buildAfterCondition: (put: Put, key: CursorKey) => string;
  buildStateCondition: (put: Put, state: string) => string;
  buildUserQuery: (put: Put, userId: number) => string;
  buildSearchQueries: (put: Put, search: SearchTerms) => string[];
}

interface SearchTerms {
  /** The search text, if it is only digits. */
  digits: string | null;
  /** The search text, if it can be an id. */
  id: string | null;
  words: string | null;
  /** The condition on users. */
  people: string;
  hasNodes: boolean;
}

/**
 * For each user that the search finds, at most 100 of their newest records. Where records are on several nodes, their newest
 * ones of all users. A query gets the condition on its column with the user.
 */
const buildPeopleQueries = (
  { people, hasNodes }: SearchTerms,
  queries: readonly ((isTheirs: string) => string)[],
): string[] => {
  const persons = `SELECT id FROM user_account WHERE ${people} LIMIT ${FOUND_MAX}`;
  return queries.map((buildQuery) =>
    hasNodes
      ? buildQuery(`IN (${persons})`)
      : `SELECT theirs.id FROM (${persons}) person, LATERAL (${buildQuery('= person.id')} LIMIT 100) theirs`,
  );
};
const buildTitleQuery = (put: Put, words: string): string =>
  `SELECT id FROM job WHERE to_tsvector('simple'::regconfig, title) @@ ${put(words)}::tsquery`;
const buildNumberQuery = (put: Put, digits: string): string =>
  `SELECT id FROM job WHERE number = ${put(digits)}::bigint`;
const contractState = `CASE WHEN contract.cancelled_at IS NOT NULL THEN 'cancelled'
  WHEN contract.completed_at IS NOT NULL THEN 'completed' ELSE 'under_way' END`;

const kinds: Record<RecordKind, KindSql> = {
  job: {
    table: 'job',
    key: 'job.id',
    columns: `job.id::text AS id, job.number::text AS number, job.title, job.state, job.budget_to_paise AS amount_paise,
      job.posted_at AS at, job.id AS place, json_build_array(job.poster_id) AS people`,
    joins: '',
    order: 'job.id DESC',
    buildAfterCondition: (put, key) => `job.id < ${put(key[1])}::bigint`,
    buildStateCondition: (put, state) => `job.state = ${put(state)}`,
    buildUserQuery: (put, userId) => `SELECT id FROM job WHERE poster_id = ${put(userId)}`,
    buildSearchQueries: (put, terms) => [
      ...(terms.digits === null ? [] : [buildNumberQuery(put, terms.digits)]),
      ...(terms.words === null ? [] : [buildTitleQuery(put, terms.words)]),
      ...buildPeopleQueries(terms, [
        (isTheirs) => `SELECT id FROM job WHERE poster_id ${isTheirs} ORDER BY posted_at DESC, id DESC`,
      ]),
    ],
  },
  contract: {
    table: 'contract',
    key: 'contract.job_id',
    columns: `contract.job_id::text AS id, job.number::text AS number, job.title, ${contractState} AS state,
      contract.total_paise AS amount_paise, contract.awarded_at AS at, contract.job_id AS place,
      json_build_array(contract.poster_id, contract.worker_id) AS people`,
    joins: 'JOIN job ON job.id = contract.job_id',
    order: 'contract.awarded_at DESC, contract.job_id DESC',
    buildAfterCondition: (put, key) =>
      `(contract.awarded_at, contract.job_id) < (${put(key[0])}::timestamptz, ${put(key[1])}::bigint)`,
    buildStateCondition: (_, state) =>
      state === 'under_way'
        ? 'contract.completed_at IS NULL AND contract.cancelled_at IS NULL'
        : state === 'cancelled'
          ? 'contract.cancelled_at IS NOT NULL'
          : 'contract.completed_at IS NOT NULL AND contract.cancelled_at IS NULL',
    buildUserQuery: (put, userId) => {
      const user = put(userId);
      return `SELECT job_id AS id FROM contract WHERE poster_id = ${user}
        UNION SELECT job_id FROM contract WHERE worker_id = ${user}`;
    },
    buildSearchQueries: (put, terms) => [
      ...(terms.digits === null ? [] : [buildNumberQuery(put, terms.digits)]),
      ...(terms.words === null ? [] : [buildTitleQuery(put, terms.words)]),
      ...buildPeopleQueries(
        terms,
        ['poster', 'worker'].map(
          (side) => (isTheirs: string) =>
            `SELECT job_id AS id FROM contract WHERE ${side}_id ${isTheirs}
            ORDER BY awarded_at DESC, job_id DESC`,
        ),
      ),
    ],
  },
  order: {
    table: 'escrow_order',
    key: 'escrow_order.id',
    // An order without a milestone: the restored database lacks the job, so the payer is unknown.
    columns: `escrow_order.id, escrow_order.id AS number, coalesce(job.title, '') AS title,
      coalesce(milestone.name, 'contracts.order_unmatched') AS part,
      escrow_order.state, escrow_order.amount_paise, escrow_order.created_at AS at, 1 AS place,
      to_json(array_remove(ARRAY[escrow_order.poster_id], NULL)) AS people`,
    joins: `LEFT JOIN milestone ON milestone.id = escrow_order.milestone_id
      LEFT JOIN job ON job.id = milestone.job_id`,
    order: 'escrow_order.created_at DESC, escrow_order.id DESC',
    buildAfterCondition: (put, key) => {
      const [at, id] = key[0].split(' ');
      return `(escrow_order.created_at, escrow_order.id) < (${put(at)}::timestamptz, ${put(id)})`;
    },
    buildStateCondition: (put, state) => `escrow_order.state = ${put(state)}`,
    buildUserQuery: (put, userId) => `SELECT id FROM escrow_order WHERE poster_id = ${put(userId)}`,
    buildSearchQueries: (put, terms) => [
      ...(terms.id === null
        ? []
        : [
            `SELECT id FROM escrow_order WHERE id = ${put(terms.id)}`,
            `SELECT order_id FROM payment WHERE payment_id = ${put(terms.id)}`,
            `SELECT order_id FROM payment WHERE bank_reference = ${put(terms.id)}`,
            `SELECT order_id FROM refund WHERE id = ${put(terms.id)}`,
            `SELECT order_id FROM chargeback WHERE chargeback_id = ${put(terms.id)}`,
          ]),
      ...(terms.digits === null
        ? []
        : [
            `SELECT escrow_order.id FROM job JOIN milestone ON milestone.job_id = job.id
              JOIN escrow_order ON escrow_order.milestone_id = milestone.id WHERE job.number = ${put(terms.digits)}::bigint`,
          ]),
      ...buildPeopleQueries(terms, [(isTheirs) => `SELECT id FROM escrow_order WHERE poster_id ${isTheirs}`]),
    ],
  },
  withdrawal: {
    table: 'withdrawal',
    key: 'withdrawal.id',
    columns: `withdrawal.id::text AS id, withdrawal.transfer_id AS number, withdrawal.destination AS title,
      withdrawal.state, withdrawal.amount_paise, withdrawal.created_at AS at, withdrawal.id AS place,
      json_build_array(withdrawal.user_id) AS people`,
    joins: '',
    order: 'withdrawal.id DESC',
    buildAfterCondition: (put, key) => `withdrawal.id < ${put(key[1])}::bigint`,
    buildStateCondition: (put, state) => `withdrawal.state = ${put(state)}`,
    buildUserQuery: (put, userId) => `SELECT id FROM withdrawal WHERE user_id = ${put(userId)}`,
    buildSearchQueries: (put, terms) => [
      ...(terms.digits === null ? [] : [`SELECT id FROM withdrawal WHERE id = ${put(terms.digits)}::bigint`]),
      ...(terms.id === null
        ? []
        : [
            `SELECT id FROM withdrawal WHERE transfer_id = ${put(terms.id)}`,
            `SELECT id FROM withdrawal WHERE utr = ${put(terms.id)}`,
          ]),
      ...buildPeopleQueries(terms, [
        (isTheirs) => `SELECT id FROM withdrawal WHERE user_id ${isTheirs} ORDER BY created_at DESC, id DESC`,
      ]),
    ],
  },
};

/**
 * Newest first; reads one row more than `limit`. Candidates of a search or a person are collected first, each query by its
 * own index and with a limit; only then are their rows read and sorted. `OFFSET 0` keeps the planner from reading the whole
 * list instead.
 */
export function buildListStatement(
  kind: RecordKind,
  params: ListParams,
  hasNodes = false,
): { text: string; values: unknown[] } {
  const {
    table,
    key,
    columns,
    joins,
    order,
    buildAfterCondition,
    buildStateCondition,
    buildUserQuery,
    buildSearchQueries,
  } = kinds[kind];
  const values: unknown[] = [];
  const put: Put = (value) => `$${values.push(value)}`;
  const search = params.search.trim();
  const queries = search === '' ? null : buildSearchQueries(put, parseSearch(search, put, hasNodes));
  const matches = queries && queries.map((query) => `(${query} LIMIT ${FOUND_MAX})`).join(' UNION ');
  const userRecords = params.userId === null ? null : buildUserQuery(put, params.userId);
  const candidates = [matches, userRecords].filter((candidate) => candidate !== null);
  const found = candidates.map((candidate) => `(${candidate})`).join(' INTERSECT ');
  const from =
    candidates.length === 0 || hasNodes
      ? table
      : `(${found}) AS found (id),
        LATERAL (SELECT * FROM ${table} WHERE ${key} = found.id OFFSET 0) AS ${table}`;
  const conditions = [
    ...(candidates.length > 0 && hasNodes ? [`${key} IN (${found})`] : []),
    ...(params.state === '' ? [] : [buildStateCondition(put, params.state)]),
    ...(params.after === null ? [] : [buildAfterCondition(put, params.after)]),
  ];
  return {
    text: `SELECT ${columns} FROM (SELECT ${table}.* FROM ${from}
        ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
        ORDER BY ${order} LIMIT ${params.limit + 1}) AS ${table} ${joins} ORDER BY ${order}`,
    values,
  };
}

function parseSearch(search: string, put: Put, hasNodes: boolean): SearchTerms {
  const compact = search.replaceAll(/[\s+]/g, '');
  return {
    digits: /^\d{1,15}$/.test(compact) ? compact : null,
    id: /^[0-9A-Za-z_.-]{3,64}$/.test(search) ? search : null,
    words: toWordQuery(search),
    people: buildPersonCondition(search, put) ?? 'false',
    hasNodes,
  };
}

export async function loadRecords(db: Db, kind: RecordKind, params: ListParams): Promise<ListedRow[]> {
  const statement = await onNodes(db, {
    one: () => buildListStatement(kind, params),
    several: () => buildListStatement(kind, params, true),
  });
  return read<ListedRow>(db, statement);
}
