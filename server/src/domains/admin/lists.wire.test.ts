import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { composeDeps } from '../../compose.ts';
import { domains } from '../index.ts';
import { readConfig } from '../../config/index.ts';
import { loadAtScale } from '../../../test/admin/at-scale.ts';
import { createAdmin, type TestAdmin } from '../../../test/admin/admins.ts';
import { loadFieldNames } from '../../../test/legacy.ts';

// With 25,000 users and 100,000 jobs, every list and record of the admin area must be read from an index, lists in their
// display order. The test finds every mounted call that takes a cursor, so a new list is covered automatically.

const SEARCHES = ['crowd12 of5', '4821', 'payFWS_12', 'crowd12@', 'job 12', '7000000123'].map((search) => ({
  search,
}));
const buildFilters = (state: string) => [
  { state },
  ...SEARCHES,
  { userId: '77' },
  { userId: '77', search: '4821' },
];

/** Filters to test for each list, besides no filter. Required for the lists in FILTER_REQUIRED. */
const LIST_PARAMS: Record<string, Record<string, string>[]> = {
  admin_users: [{ search: 'crowd12 of5' }, { search: 'crowd123@' }, { search: '7000000123' }],
  admin_jobs: buildFilters('cancelled'),
  admin_contracts: buildFilters('completed'),
  admin_orders: buildFilters('expired'),
  admin_withdrawals: buildFilters('failed'),
  admin_queue: [{ kind: 'job' }, { kind: 'identity' }, { kind: 'name' }],
  admin_user_security: [{ userId: '77' }],
  admin_audit_log: [{ subject: 'user', subjectId: '77' }],
  admin_ledger_accounts: [
    { kind: 'wallet' },
    { kind: 'platform' },
    { search: 'crowd12 of5' },
    { search: '77' },
  ],
  admin_dispute_messages: [{ disputeId: '1' }],
  admin_ledger_entries: [{ code: 'wallet:77' }, { code: 'provider_clearing' }],
  admin_ledger_txns: [
    { by: 'key', value: 'load:77' },
    { by: 'txn', value: '77' },
    { by: 'milestone', value: '77' },
    { by: 'order', value: 'FWS_77' },
  ],
};

/** Lists that return nothing without a filter. */
const FILTER_REQUIRED = ['admin_dispute_messages', 'admin_ledger_entries', 'admin_user_security'];

/** Calls that open one record by its id. */
const DETAIL_CALLS: [string, Record<string, string>][] = [
  ['admin_user', { userId: '77' }],
  ['admin_job', { jobId: '500' }],
  ['admin_job_record', { id: '77' }],
  ['admin_contract_record', { id: '77' }],
  ['admin_order_record', { id: 'FWS_77' }],
  ['admin_withdrawal_record', { id: '77' }],
  ['admin_case', { caseId: '77' }],
  ['admin_case', { caseId: '20077' }],
  ['admin_case', { caseId: '40077' }],
  ['admin_webhook', { webhookId: '50' }],
  ['admin_task', { taskId: '50' }],
  ['admin_name_change', { changeId: '50' }],
];

/** Of the first of them there is a dispute. */
const CONVERSATIONS = `
  INSERT INTO conversation (job_id, worker_id, poster_id, last_number, last_at)
  SELECT job_id, worker_id, poster_id, 50, now() FROM contract ORDER BY job_id LIMIT 200;
  INSERT INTO message (job_id, worker_id, number, sender_id, client_id, text, filter_version, sent_at)
  SELECT job_id, worker_id, number, worker_id, 'client-' || number, 'Hello', 1, last_at
  FROM conversation, generate_series(1, 50) number;
  INSERT INTO dispute (job_id, raised_by, against, issue, details, state, raised_at, documents_due_at, review_due_at)
  SELECT job_id, poster_id, worker_id, 'payment', '', 'open', now(), now(), now()
  FROM conversation ORDER BY job_id LIMIT 1;
  ANALYZE conversation, message, dispute`;

let world: World;
let boss: TestAdmin;
let owner: pg.Client;
beforeAll(async () => {
  world = await startWorld({ worker: false });
  boss = await createAdmin(world);
  owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await loadAtScale(owner);
  await owner.query(CONVERSATIONS);
}, 180_000);
afterAll(async () => {
  await owner.end();
  await world.close();
});

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Node[];
}
const flattenPlan = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)];

/** No plan may scan a table with more rows than this, or sort more rows than this. */
const MANY = 5_000;

async function findFaults({ text, values }: Statement, large: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => flattenPlan(Plan));
  return nodes.flatMap((node) => {
    const table = node['Relation Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan' && large.has(table)) return [`reads all of ${table}`];
    const sorts = node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > MANY;
    return sorts ? [`sorts ${node.Plans?.[0]?.['Plan Rows']} rows`] : [];
  });
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Returns every query that the server sends while `work` runs. */
async function recordReads(work: () => Promise<unknown>): Promise<Statement[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const calls: unknown[][] = spy.mock.calls;
  const statements = calls.map(([first, second]): Statement => {
    if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
    const { text, values = [] } = first as Partial<Statement> & { text: string };
    return { text, values };
  });
  spy.mockRestore();
  return statements.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));
}

async function listCallNames(): Promise<string[]> {
  const { deps, close } = composeDeps(readConfig(world.config), {});
  const calls = domains.flatMap((domain) => domain.routes?.(deps) ?? []).map((route) => route.call);
  await close();
  const names: string[] = [];
  for (const call of calls)
    if (call.access === 'admin' && (await loadFieldNames(call)).has('cursor')) names.push(call.name);
  return names;
}

const LARGE = [
  'user_account',
  'job',
  'contract',
  'escrow_order',
  'withdrawal',
  'ops_case',
  'provider_event',
  'entry',
  'message',
];

async function findLargeTables(): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ relname: string }>(
    // A partition by its own name, which plans show, and its table by that of the table.
    `SELECT unnest(ARRAY[part.relname, whole.relname]) AS relname FROM pg_class part
      LEFT JOIN pg_class whole ON whole.oid = pg_partition_root(part.oid)
      WHERE part.relkind = 'r' AND part.reltuples > $1`,
    [MANY],
  );
  const large = new Set(rows.map(({ relname }) => relname));
  expect([...large]).toEqual(expect.arrayContaining(LARGE));
  return large;
}

/** Describes every query of `work` that is not served by an index. */
async function findFaultsDuring(label: string, work: () => Promise<unknown>): Promise<string[]> {
  const statements = await recordReads(work);
  expect(statements.length, label).toBeGreaterThan(1);
  const large = await findLargeTables();
  const faults: string[] = [];
  for (const statement of statements)
    for (const fault of await findFaults(statement, large))
      faults.push(`${label} ${fault}: ${statement.text.slice(0, 200)}`);
  return faults;
}

test('detects a statement that scans a whole table', async () => {
  const statement = { text: 'SELECT * FROM job ORDER BY title, id LIMIT 5', values: [] };
  expect(await findFaults(statement, await findLargeTables())).toContain('reads all of job');
});

test('reads every admin list from an index, the second page too', async () => {
  const names = await listCallNames();
  for (const expectedName of Object.keys(LIST_PARAMS)) expect(names).toContain(expectedName);
  const faults: string[] = [];
  for (const name of names)
    for (const values of [...(FILTER_REQUIRED.includes(name) ? [] : [{}]), ...(LIST_PARAMS[name] ?? [])]) {
      const label = `${name} ${JSON.stringify(values)}`;
      const newFaults = await findFaultsDuring(label, async () => {
        let cursor = '';
        for (const page of [1, 2]) {
          const answer = await boss.user.post(name, { ...values, limit: '20', cursor });
          expect(answer.status, `${label} ${page}`).toBe(200);
          cursor = (answer as unknown as { next_cursor: string | null }).next_cursor ?? '';
        }
      });
      faults.push(...newFaults);
    }
  expect(faults).toEqual([]);
}, 120_000);

test.each(DETAIL_CALLS)('opens %s %o by indexes', async (name, values) => {
  const faults = await findFaultsDuring(name, async () => {
    expect((await boss.user.post(name, values)).status).toBe(200);
  });
  expect(faults).toEqual([]);
});
