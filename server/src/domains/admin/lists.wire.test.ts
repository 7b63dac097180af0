import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { wireNames } from '@fws/contract/platform/form';
import { startWorld, type World } from '../../../test/world.ts';
import { composeDeps } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { domains } from '../index.ts';
import { admin, type TestAdmin } from './testing.ts';

// A hundred thousand people and a million jobs: whatever an admin lists is read from an index, in the order in which it
// is shown. Every mounted call that takes a cursor is tried, so that a new list is tried without being named here.

/** What a list is asked for besides all of it. One that needs something to answer at all has it here. */
const ASKED: Record<string, Record<string, string>[]> = {
  admin_users: [{ search: 'crowd12 of5' }, { search: 'crowd123@' }, { search: '7000000123' }],
  admin_queue: [{ kind: 'job' }, { kind: 'identity' }],
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
    { by: 'order', value: 'order_77' },
  ],
};

let world: World;
let boss: TestAdmin;
let owner: pg.Client;
beforeAll(async () => {
  world = await startWorld({ worker: false });
  boss = await admin(world);
  owner = new pg.Client({ connectionString: world.ownerUrl });
  await owner.connect();
  await load();
}, 180_000);
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** As fast as it goes: without checks of what is known to be right, and indexes built once. */
async function load(): Promise<void> {
  await owner.query("SET session_replication_role = replica; SET maintenance_work_mem = '256MB'");
  const { rows } = await owner.query<{ name: string; made: string }>(`
    SELECT index.indexrelid::regclass::text AS name, pg_get_indexdef(index.indexrelid) AS made
    FROM pg_index index LEFT JOIN pg_constraint ON conindid = index.indexrelid
    WHERE index.indrelid IN ('job'::regclass, 'user_account'::regclass) AND pg_constraint.oid IS NULL`);
  for (const { name } of rows) await owner.query(`DROP INDEX ${name}`);
  for (const statement of ROWS) await owner.query(statement);
  for (const { made } of rows) await owner.query(made);
  await owner.query('ANALYZE');
}
const ROWS = [
  `INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    SELECT 'Crowd' || i % 997, 'Of' || i % 89, 'crowd' || i || '@mail.example', '+91' || (7000000000 + i),
      'individual', '{projects}', 'Baner, Pune' FROM generate_series(1, 100000) i`,
  // One in fifty is open, one in ten of those not looked at yet.
  `INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
      payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, reviewed_at, state)
    SELECT 1 + i % 100000, 1 + i % 40, 'Job ' || i % 5000, '', 'Baner', '{}', '2026-12-01', '2026-12-20',
      'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', CASE WHEN i % 500 > 0 THEN now() END,
      CASE WHEN i % 50 = 0 THEN 'open' ELSE 'completed' END
    FROM generate_series(1, 1000000) i`,
  `INSERT INTO identity_video (user_id, code, made_at) SELECT i, '7KQ42M', now() FROM generate_series(1, 50000) i`,
  `INSERT INTO identity_check (reference_id, user_id, kind, number_last4, state, created_at, checked_at, video_id,
      reviewed_at)
    SELECT 'kyc_' || i, i, 'pan', '234F', 'verified', now() - i * interval '1 minute', now(), i,
      CASE WHEN i % 10 > 0 THEN now() END FROM generate_series(1, 50000) i`,
  `INSERT INTO audit_act (admin_id, act, subject, subject_id, at)
    SELECT 1, 'looked', 'user', i % 5000, now() - i * interval '1 minute' FROM generate_series(1, 50000) i`,
  `INSERT INTO notify_me SELECT 'someone' || i || '@mail.example', 'en', now() FROM generate_series(1, 50000) i`,
  `INSERT INTO business_enquiry (name, purpose, heard_from, company, phone, email, address1, address2, address3,
      requirement, created_at, answered_at)
    SELECT 'N', 'P', 'H', 'C', '919800000000', 'x@y.example', '', '', '', 'R', now() - i * interval '1 minute',
      CASE WHEN i % 100 > 0 THEN now() END FROM generate_series(1, 20000) i`,
  `INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
    SELECT 'wallet:' || i, 'liability', true, false, 100, 1 FROM generate_series(1, 50000) i`,
  `INSERT INTO ledger.txn (kind, idempotency_key, request_hash, event_time, milestone_id, order_id)
    SELECT 'load', 'load:' || i, '', now(), i, 'order_' || i FROM generate_series(1, 50000) i`,
  `INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version)
    SELECT txn.id, 1, account.id, -100, 100, 1 FROM ledger.txn
      JOIN ledger.account ON account.code = 'wallet:' || split_part(txn.idempotency_key, ':', 2)
    UNION ALL SELECT txn.id, 2, account.id, 100, NULL, NULL FROM ledger.txn, ledger.account
    WHERE account.code = 'provider_clearing'`,
];

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Plan Rows': number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A table with so many rows is never read as a whole, nor so many sorted. */
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

/** Everything the product reads while `work` runs. */
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

test('every list of the admin’s is read from an index, its second page too', async () => {
  const { rows } = await owner.query<{ relname: string }>(
    'SELECT relname FROM pg_class WHERE relkind = $1 AND reltuples > $2',
    ['r', MANY],
  );
  const large = new Set(rows.map(({ relname }) => relname));
  for (const table of ['user_account', 'job', 'entry', 'txn', 'account', 'audit_act', 'notify_me'])
    expect(large).toContain(table);

  const careless = { text: 'SELECT * FROM job ORDER BY title, id LIMIT 5', values: [] };
  expect(await faultsOf(careless, large)).toContain('reads all of job');

  const names = await lists();
  for (const known of Object.keys(ASKED)) expect(names).toContain(known);
  const faults: string[] = [];
  for (const name of names)
    for (const values of [...(name === 'admin_ledger_entries' ? [] : [{}]), ...(ASKED[name] ?? [])]) {
      let cursor = '';
      const asked = await readBy(async () => {
        for (const page of [1, 2]) {
          const answer = await boss.user.post(name, { ...values, limit: '20', cursor });
          expect(answer.status, `${name} ${JSON.stringify(values)} ${page}`).toBe(200);
          cursor = (answer as unknown as { next_cursor: string | null }).next_cursor ?? '';
        }
      });
      expect(asked.length, name).toBeGreaterThan(1);
      for (const statement of asked)
        for (const fault of await faultsOf(statement, large))
          faults.push(`${name} ${JSON.stringify(values)} ${fault}: ${statement.text.slice(0, 200)}`);
    }
  expect(faults).toEqual([]);
}, 120_000);
