import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wireNames } from '@fws/contract/platform/form';
import { startWorld, type World } from '../../../test/world.ts';
import { composeDeps } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { domains } from '../index.ts';
import { loadAtScale } from './at-scale.ts';
import { admin, type TestAdmin } from './testing.ts';

// With 50,000 users and 250,000 jobs, every list and record of the admin area must be read from an index, lists in their
// display order. The test finds every mounted call that takes a cursor, so a new list is covered automatically.

const SEARCHES = ['crowd12 of5', '4821', 'payFWS_12', 'crowd12@', 'job 12', '7000000123'].map((search) => ({
  search,
}));
const inState = (state: string) => [
  { state },
  ...SEARCHES,
  { userId: '77' },
  { userId: '77', search: '4821' },
];

/** Filters to test for each list, besides no filter. Required for the lists in FILTER_REQUIRED. */
const ASKED: Record<string, Record<string, string>[]> = {
  admin_users: [{ search: 'crowd12 of5' }, { search: 'crowd123@' }, { search: '7000000123' }],
  admin_jobs: inState('cancelled'),
  admin_contracts: inState('completed'),
  admin_orders: inState('expired'),
  admin_withdrawals: inState('failed'),
  admin_queue: [{ kind: 'job' }, { kind: 'identity' }],
  admin_user_security: [{ userId: '77' }],
  admin_audit_log: [{ subject: 'user', subjectId: '77' }],
  admin_ledger_accounts: [
    { kind: 'wallet' },
    { kind: 'platform' },
    { search: 'crowd12 of5' },
    { search: '77' },
  ],
  admin_ledger_entries: [{ code: 'wallet:77' }, { code: 'provider_clearing' }],
  admin_ledger_txns: [
    { by: 'key', value: 'load:77' },
    { by: 'txn', value: '77' },
    { by: 'milestone', value: '77' },
    { by: 'order', value: 'FWS_77' },
  ],
};

/** Lists that return nothing without a filter. */
const NEVER_ALL = ['admin_ledger_entries', 'admin_user_security'];

/** Calls that open one record by its id. */
const OPENED: [string, Record<string, string>][] = [
  ['admin_user', { userId: '77' }],
  ['admin_job', { jobId: '500' }],
  ['admin_job_record', { id: '77' }],
  ['admin_contract_record', { id: '77' }],
  ['admin_order_record', { id: 'FWS_77' }],
  ['admin_withdrawal_record', { id: '77' }],
  ['admin_matter', { matterId: '77' }],
  ['admin_matter', { matterId: '20077' }],
  ['admin_matter', { matterId: '40077' }],
  ['admin_webhook', { webhookId: '50' }],
  ['admin_task', { taskId: '50' }],
];

let world: World;
let boss: TestAdmin;
let owner: pg.Client;
beforeAll(async () => {
  world = await startWorld({ worker: false });
  boss = await admin(world);
  owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await loadAtScale(owner);
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
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** No plan may scan a table with more rows than this, or sort more rows than this. */
const MANY = 5_000;

async function faultsOf({ text, values }: Asked, large: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const nodes = rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => nodesOf(Plan));
  return nodes.flatMap((node) => {
    const read = node['Relation Name'] ?? '';
    if (node['Node Type'] === 'Seq Scan' && large.has(read)) return [`reads all of ${read}`];
    const sorts = node['Node Type'] === 'Sort' && (node.Plans?.[0]?.['Plan Rows'] ?? 0) > MANY;
    return sorts ? [`sorts ${node.Plans?.[0]?.['Plan Rows']} rows`] : [];
  });
}

interface Asked {
  text: string;
  values: unknown[];
}

/** Returns every query that the server sends while `work` runs. */
async function readBy(work: () => Promise<unknown>): Promise<Asked[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  await work();
  const calls: unknown[][] = spy.mock.calls;
  const asked = calls.map(([first, second]): Asked => {
    if (typeof first === 'string') return { text: first, values: Array.isArray(second) ? second : [] };
    const { text, values = [] } = first as Partial<Asked> & { text: string };
    return { text, values };
  });
  spy.mockRestore();
  return asked.filter(({ text }) => /^\s*(?:select|with)\b/i.test(text));
}

async function lists(): Promise<string[]> {
  const { deps, close } = composeDeps(readConfig(world.config), {});
  const calls = domains.flatMap((domain) => domain.routes?.(deps) ?? []).map((route) => route.call);
  await close();
  return calls
    .filter((call) => call.access === 'admin' && wireNames(call.form).has('cursor'))
    .map(({ name }) => name);
}

const LARGE = [
  'user_account',
  'job',
  'contract',
  'escrow_order',
  'withdrawal',
  'needs_look',
  'provider_event',
  'entry',
];

async function largeTables(): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ relname: string }>(
    'SELECT relname FROM pg_class WHERE relkind = $1 AND reltuples > $2',
    ['r', MANY],
  );
  const large = new Set(rows.map(({ relname }) => relname));
  expect([...large]).toEqual(expect.arrayContaining(LARGE));
  return large;
}

/** Describes every query of `work` that is not served by an index. */
async function carelessIn(what: string, work: () => Promise<unknown>): Promise<string[]> {
  const asked = await readBy(work);
  expect(asked.length, what).toBeGreaterThan(1);
  const large = await largeTables();
  const faults: string[] = [];
  for (const statement of asked)
    for (const fault of await faultsOf(statement, large))
      faults.push(`${what} ${fault}: ${statement.text.slice(0, 200)}`);
  return faults;
}

test('detects a statement that scans a whole table', async () => {
  const careless = { text: 'SELECT * FROM job ORDER BY title, id LIMIT 5', values: [] };
  expect(await faultsOf(careless, await largeTables())).toContain('reads all of job');
});

test('reads every admin list from an index, the second page too', async () => {
  const names = await lists();
  for (const known of Object.keys(ASKED)) expect(names).toContain(known);
  const faults: string[] = [];
  for (const name of names)
    for (const values of [...(NEVER_ALL.includes(name) ? [] : [{}]), ...(ASKED[name] ?? [])]) {
      const what = `${name} ${JSON.stringify(values)}`;
      const found = await carelessIn(what, async () => {
        let cursor = '';
        for (const page of [1, 2]) {
          const answer = await boss.user.post(name, { ...values, limit: '20', cursor });
          expect(answer.status, `${what} ${page}`).toBe(200);
          cursor = (answer as unknown as { next_cursor: string | null }).next_cursor ?? '';
        }
      });
      faults.push(...found);
    }
  expect(faults).toEqual([]);
}, 120_000);

test.each(OPENED)('opens %s %o by indexes', async (name, values) => {
  const faults = await carelessIn(name, async () => {
    expect((await boss.user.post(name, values)).status).toBe(200);
  });
  expect(faults).toEqual([]);
});
