import type { TrialBalanceResult } from '@fws/contract/admin/books/schemas';
import type { TxnKey } from '@fws/contract/admin/ledger/model';
import type { ExplorerAccount, ExplorerEntry, ExplorerTxn } from '@fws/contract/admin/ledger/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Locale } from '@fws/contract/platform/messages';
import { translateIfId } from '../../../platform/messages.ts';
import { loadPage, loadPageById, type PageRequest } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { listNewestRuns } from '../books/store.ts';
import { findUsers } from '../users/store.ts';
import {
  findAccount,
  loadAccounts,
  toPossibleCodes,
  listPeopleCodes,
  loadEntries,
  loadTxns,
  type AccountRow,
} from './store.ts';

const PEOPLE_MAX = 20;

/** Balances of platform accounts come from the last trial balance: summing them reads most of the ledger. */
async function loadPlatformBalances(db: Db): Promise<{ at: string | null; paise: Map<string, number> }> {
  const run = (await listNewestRuns(db)).find(({ kind }) => kind === 'trial_balance');
  const lines = (run?.result as TrialBalanceResult | null | undefined)?.lines ?? [];
  return {
    at: run?.finished_at?.toISOString() ?? null,
    paise: new Map(lines.map((line) => [line.account, line.debitPaise - line.creditPaise])),
  };
}

async function toExplorerAccounts(
  db: Db,
  rows: readonly AccountRow[],
  locale: Locale,
): Promise<ExplorerAccount[]> {
  const summedBalances = rows.some(({ hot }) => hot)
    ? await loadPlatformBalances(db)
    : { at: null, paise: new Map<string, number>() };
  return rows.map((row) => {
    const sign = row.class === 'asset' || row.class === 'expense' ? 1 : -1;
    const summedPaise = summedBalances.paise.get(row.code);
    return {
      code: row.code,
      class: row.class,
      balancePaise: row.hot ? (summedPaise === undefined ? null : summedPaise * sign || 0) : row.balance,
      balanceAt: row.hot ? summedBalances.at : null,
      owner: row.part === null ? row.owner.trim() : `${row.owner} · ${translateIfId(locale, row.part)}`,
      openedAt: row.opened_at.toISOString(),
    };
  });
}

export async function listAccounts(
  { db }: Deps,
  params: PageRequest & { kind: string | null; search: string },
  locale: Locale,
): Promise<Outcome<Page<ExplorerAccount>>> {
  const { kind, search, limit } = params;
  const page = await loadPageById(
    params,
    async (after) => {
      const codes = search === '' ? null : await findCodes(db, search);
      return loadAccounts(db, { kind, codes }, { after, limit });
    },
    (row) => row.id,
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: await toExplorerAccounts(db, rows, locale), nextCursor });
}

async function findCodes(db: Db, search: string): Promise<string[]> {
  const people = await findUsers(db, search, { after: null, limit: PEOPLE_MAX - 1 });
  return [
    ...toPossibleCodes(search),
    ...(await listPeopleCodes(
      db,
      people.map(({ id }) => id),
    )),
  ];
}

export async function readAccount(
  { db }: Deps,
  code: string,
  locale: Locale,
): Promise<Outcome<ExplorerAccount>> {
  const row = await findAccount(db, code);
  const [account] = row ? await toExplorerAccounts(db, [row], locale) : [];
  return account ? done(account) : refuse('not_found', 'backoffice.account_unknown');
}

export async function listEntries(
  { db }: Deps,
  params: PageRequest & { code: string },
): Promise<Outcome<Page<ExplorerEntry>>> {
  const account = await findAccount(db, params.code);
  if (!account) return refuse('not_found', 'backoffice.account_unknown');
  const page = await loadPage(
    params,
    (after) => loadEntries(db, account, { after, limit: params.limit }),
    (row) => (account.hot ? [String(row.seq), row.txn_id] : ['', row.account_version ?? 0]),
    ([seq]) => /^\d{0,4}$/.test(seq),
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const items = rows.map((row) => ({
    txnId: row.txn_id,
    at: row.at.toISOString(),
    kind: row.kind,
    amountPaise: row.amount,
    balanceAfterPaise: row.balance_after,
  }));
  return done({ items, nextCursor });
}

export async function listTxns(
  { db }: Deps,
  params: PageRequest & { by: TxnKey | null; value: string },
): Promise<Outcome<Page<ExplorerTxn>>> {
  const filter = toTxnFilter(params);
  const page = await loadPageById(
    params,
    async (after) => (filter === 'nothing' ? [] : loadTxns(db, filter, { after, limit: params.limit })),
    (row) => row.txnId,
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  return done({ items: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), nextCursor });
}

/** An invalid number finds nothing, instead of being ignored and finding everything. */
function toTxnFilter({ by, value }: { by: TxnKey | null; value: string }) {
  if (by === null || value === '') return null;
  const isNumber = by === 'txn' || by === 'milestone';
  return isNumber && !/^\d{1,15}$/.test(value) ? 'nothing' : { by, value };
}
