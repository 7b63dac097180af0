import { auditLog } from '@fws/contract/admin/calls';
import { adminBooksRun } from '@fws/contract/admin/books/calls';
import * as calls from '@fws/contract/admin/ledger/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockTable } from '../../../../test/locks.ts';
import { award, fund, getMilestoneAt, payOut, type MilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';

// One milestone of ₹3,000 is funded and released, one of ₹9,000 funded: five accounts, three transactions.

let world: World;
let finance: TestAdmin;
let poster: TestUser;
let worker: TestUser;
let paid: MilestoneAt;
let orderId: string;
beforeAll(async () => {
  world = await startWorld();
  poster = await world.user({ firstName: 'Meera', lastName: 'Joshi' });
  worker = await world.user({ firstName: 'Imran', lastName: '=Shaikh', identity: 'verified' });
  const contract = await award(world, { poster, worker });
  paid = getMilestoneAt(contract, 1);
  orderId = await fund(world, poster, paid);
  await payOut({ poster, worker }, paid);
  await fund(world, poster, getMilestoneAt(contract, 2));
  await world.drain();
  finance = await createAdmin(world, 'finance');
});
afterAll(() => world.close());

const listCodes = async (params: { kind?: string; search?: string }) =>
  (await finance.user.done(calls.adminLedgerAccounts, params)).items.map(({ code }) => code);

test('lists accounts by kind, and finds them by code, number and owner', async () => {
  const escrow = `escrow:${paid.milestoneId}`;
  expect(await listCodes({ kind: 'escrow' })).toHaveLength(2);
  expect(await listCodes({ kind: 'platform' })).toContain('provider_clearing');
  expect(await listCodes({ search: escrow })).toEqual([escrow]);
  expect(await listCodes({ search: String(paid.milestoneId) })).toContain(escrow);
  expect(await listCodes({ search: 'imran' })).toContain(`wallet:${worker.id}`);
  expect(await listCodes({ search: poster.email })).toContain(escrow);
  expect(await listCodes({ search: 'imran', kind: 'wallet' })).toEqual([`wallet:${worker.id}`]);
  for (const unmatched of ['%', "' OR 1=1 --", 'nobody at all', '🙂'])
    expect(await listCodes({ search: unmatched })).toEqual([]);
  const { items } = await finance.user.done(calls.adminLedgerAccounts, { search: 'imran', kind: 'wallet' });
  expect(items[0]).toMatchObject({ owner: 'Imran =Shaikh', balancePaise: 300_000, balanceAt: null });
});

test('continues accounts, entries and transactions where the previous page ended', async () => {
  const first = await finance.user.done(calls.adminLedgerAccounts, { limit: '2' });
  const next = await finance.user.done(calls.adminLedgerAccounts, {
    limit: '2',
    cursor: first.nextCursor ?? '',
  });
  expect(new Set([...first.items, ...next.items].map(({ code }) => code)).size).toBe(4);
  const params = { code: 'provider_clearing', limit: '1' };
  const newest = await finance.user.done(calls.adminLedgerEntries, params);
  const older = await finance.user.done(calls.adminLedgerEntries, {
    ...params,
    cursor: newest.nextCursor ?? '',
  });
  expect([newest.items[0]?.amountPaise, older.items[0]?.amountPaise]).toEqual([900_000, 300_000]);
  expect(older.nextCursor).toBeNull();
  expect((await finance.user.call(calls.adminLedgerAccounts, { cursor: 'x' })).status).toBe(400);
  expect((await finance.user.call(calls.adminLedgerTxns, { cursor: 'x' })).status).toBe(400);
});

test('shows an account with its entries, and a platform account with the balance of the last trial balance', async () => {
  const code = `escrow:${paid.milestoneId}`;
  const { items } = await finance.user.done(calls.adminLedgerEntries, { code });
  expect(items.map(({ amountPaise, balanceAfterPaise }) => [amountPaise, balanceAfterPaise])).toEqual([
    [300_000, 0],
    [-300_000, 300_000],
  ]);
  const clearing = { code: 'provider_clearing' };
  expect(await finance.user.done(calls.adminLedgerAccount, clearing)).toMatchObject({ balancePaise: null });
  await finance.user.done(adminBooksRun, { kind: 'trial_balance' });
  await world.drain();
  const summed = await finance.user.done(calls.adminLedgerAccount, clearing);
  expect(summed).toMatchObject({ balancePaise: 1_200_000 });
  expect(summed.balanceAt).not.toBeNull();
  expect((await finance.user.call(calls.adminLedgerAccount, { code: 'wallet:999999' })).status).toBe(404);
});

test('finds transactions by key, number, milestone and order', async () => {
  const all = await finance.user.done(calls.adminLedgerTxns, {});
  expect(all.items).toHaveLength(3);
  const by = async (params: { by: string; value: string }) =>
    (await finance.user.done(calls.adminLedgerTxns, params)).items.map(({ kind }) => kind);
  expect(await by({ by: 'milestone', value: String(paid.milestoneId) })).toEqual([
    'release',
    'payment_verified',
  ]);
  expect(await by({ by: 'order', value: orderId })).toEqual(['payment_verified']);
  const [newest] = all.items;
  expect(await by({ by: 'key', value: newest?.key ?? '' })).toEqual(['payment_verified']);
  expect(await by({ by: 'txn', value: String(newest?.txnId) })).toEqual(['payment_verified']);
  expect(newest?.lines.reduce((sum, line) => sum + line.amountPaise, 0)).toBe(0);
  for (const wrong of ['x', '-1', "1' OR '1'='1"]) expect(await by({ by: 'txn', value: wrong })).toEqual([]);
});

const download = (path: string, user: TestUser | null = finance.user) =>
  fetch(`${world.url}/api/admin_exports/${path}`, {
    headers: user ? { authorization: `Bearer ${user.token}` } : {},
  });

test('exports exact rupees, only with permission, and writes an audit entry', async () => {
  const today = toIstDate(world.clock.now());
  const systemToday = toIstDate(new Date());
  const days = `from=${systemToday < today ? systemToday : today}&to=${systemToday > today ? systemToday : today}`;
  const journal = await download(`journal.csv?${days}`);
  expect(journal.status).toBe(200);
  expect(journal.headers.get('content-disposition')).toMatch(/attachment; filename="fws-journal-.*\.csv"/);
  const bytes = Buffer.from(await journal.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = bytes.toString('utf8').trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(6);
  const readColumn = (at: number) => lines.map((line) => Math.round(Number(line.split(',')[at]) * 100));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(sum(readColumn(7))).toBe(sum(readColumn(8)));
  expect(sum(readColumn(7))).toBe(1_500_000);

  const statement = await (await download(`account.csv?code=wallet:${worker.id}`)).text();
  expect(statement.trim().split('\r\n').at(-1)).toMatch(/,release,.*,,3000\.00,3000\.00$/);

  const boss = await createAdmin(world);
  const { items } = await boss.user.done(auditLog, { subject: 'export', subjectId: 'account' });
  expect(items).toMatchObject([{ act: 'exported', details: { code: `wallet:${worker.id}` } }]);

  const support = await createAdmin(world, 'support');
  expect((await download('account.csv?code=bank', support.user)).status).toBe(403);
  expect((await download('account.csv?code=bank', worker)).status).toBe(403);
  expect((await download('account.csv?code=bank', null)).status).toBe(401);
  expect((await download('journal.csv?from=2026-11-02&to=2026-11-01')).status).toBe(400);
  expect((await download('account.csv?code=nothing')).status).toBe(404);
  expect((await download('secrets.csv')).status).toBe(404);
});

test('exports one file at a time for each admin', async () => {
  const other = await createAdmin(world, 'finance');
  // No export begins until the lock ends.
  await lockTable(world.ownerUrl, 'audit_log', async (unlock) => {
    const own = [1, 2].map(() => download('account.csv?code=bank'));
    expect((await Promise.race(own)).status).toBe(429);
    const all = [...own, download('account.csv?code=bank', other.user)];
    await unlock();
    const ended = all.map(async (sent) => {
      const answer = await sent;
      await answer.text();
      return answer.status;
    });
    expect((await Promise.all(ended)).toSorted((a, b) => a - b)).toEqual([200, 200, 429]);
  });
  expect((await download('account.csv?code=bank')).status).toBe(200);
});

test('names an escrow account by its job and milestone, in the language of the reader', async () => {
  const contract = await award(world, { poster, worker }, { rupees: '500', term: 'completion' });
  await fund(world, poster, getMilestoneAt(contract));
  const code = `escrow:${getMilestoneAt(contract).milestoneId}`;
  const { owner } = await finance.user.done(calls.adminLedgerAccount, { code });
  expect(owner).toMatch(/ · On completion$/);
});
