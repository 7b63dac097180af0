import type { TrialBalanceResult } from '@fws/contract/admin/books/model';
import type { ExplorerAccount, ExplorerEntry, ExplorerTxn, TxnKey } from '@fws/contract/admin/ledger/model';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Locale } from '@fws/contract/platform/messages';
import { translateIfId } from '../../../platform/messages.ts';
import { decodeCursor, pageOf, type CursorKey, type PageAsked } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { newestRuns } from '../books/store.ts';
import { findUsers } from '../users/store.ts';
import {
  accountByCode,
  accountsAt,
  codesNamed,
  codesOf,
  entriesAt,
  txnsAt,
  type AccountRow,
  type Place,
} from './store.ts';

const PEOPLE_MAX = 20;

function placeOf({ cursor, limit }: PageAsked): Outcome<Place> {
  const after = cursor === null ? null : decodeCursor(cursor);
  if (cursor !== null && !isPlace(after)) return refuse('malformed', 'common.cursor_invalid');
  return done({ after, limit });
}

const isPlace = (after: CursorKey | null): boolean => after !== null && /^\d{0,4}$/.test(after[0]);

/** Balances of platform accounts come from the last trial balance: summing them reads most of the ledger. */
async function platformBalances(db: Db): Promise<{ at: string | null; paise: Map<string, number> }> {
  const run = (await newestRuns(db)).find(({ kind }) => kind === 'trial_balance');
  const lines = (run?.result as TrialBalanceResult | null | undefined)?.lines ?? [];
  return {
    at: run?.finished_at?.toISOString() ?? null,
    paise: new Map(lines.map((line) => [line.account, line.debitPaise - line.creditPaise])),
  };
}

async function presented(db: Db, rows: readonly AccountRow[], locale: Locale): Promise<ExplorerAccount[]> {
  const known = rows.some(({ hot }) => hot)
    ? await platformBalances(db)
    : { at: null, paise: new Map<string, number>() };
  return rows.map((row) => {
    const side = row.class === 'asset' || row.class === 'expense' ? 1 : -1;
    const summed = known.paise.get(row.code);
    return {
      code: row.code,
      class: row.class,
      balancePaise: row.hot ? (summed === undefined ? null : summed * side || 0) : row.balance,
      balanceAt: row.hot ? known.at : null,
      owner: row.part === null ? row.owner.trim() : `${row.owner} · ${translateIfId(locale, row.part)}`,
      openedAt: row.opened_at.toISOString(),
    };
  });
}

export async function listAccounts(
  { db }: Deps,
  asked: PageAsked & { kind: string | null; search: string },
  locale: Locale,
): Promise<Outcome<Page<ExplorerAccount>>> {
  const place = placeOf(asked);
  if (!place.ok) return place;
  const codes = asked.search === '' ? null : await codesFound(db, asked.search);
  const found = await accountsAt(db, { kind: asked.kind, codes }, place.value);
  const { rows, nextCursor } = pageOf(found, asked.limit, (row) => ['', row.id]);
  return done({ items: await presented(db, rows, locale), nextCursor });
}

async function codesFound(db: Db, search: string): Promise<string[]> {
  const people = await findUsers(db, search, { after: null, limit: PEOPLE_MAX - 1 });
  return [
    ...codesNamed(search),
    ...(await codesOf(
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
  const row = await accountByCode(db, code);
  const [account] = row ? await presented(db, [row], locale) : [];
  return account ? done(account) : refuse('not_found', 'office.account_unknown');
}

export async function listEntries(
  { db }: Deps,
  asked: PageAsked & { code: string },
): Promise<Outcome<Page<ExplorerEntry>>> {
  const place = placeOf(asked);
  if (!place.ok) return place;
  const account = await accountByCode(db, asked.code);
  if (!account) return refuse('not_found', 'office.account_unknown');
  const found = await entriesAt(db, account, place.value);
  const { rows, nextCursor } = pageOf(found, asked.limit, (row) =>
    account.hot ? [String(row.seq), row.txn_id] : ['', row.account_version ?? 0],
  );
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
  asked: PageAsked & { by: TxnKey | null; value: string },
): Promise<Outcome<Page<ExplorerTxn>>> {
  const place = placeOf(asked);
  if (!place.ok) return place;
  const found = searched(asked);
  if (found === 'nothing') return done({ items: [], nextCursor: null });
  const txns = await txnsAt(db, found, place.value);
  const { rows, nextCursor } = pageOf(txns, asked.limit, (row) => ['', row.txnId]);
  return done({ items: rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() })), nextCursor });
}

/** An invalid number finds nothing, instead of being ignored and finding everything. */
function searched({ by, value }: { by: TxnKey | null; value: string }) {
  if (by === null || value === '') return null;
  const isNumber = by === 'txn' || by === 'milestone';
  return isNumber && !/^\d{1,15}$/.test(value) ? 'nothing' : { by, value };
}
