import { SIGNAL_KINDS, type LinkStrength, type SignalKind } from '@fws/contract/links/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { hashSignal, listFormerHashes, type Signal } from './hashes.ts';
import { LINK_RULES, REFRESH_MS, STRONG_KINDS } from './rules.ts';
import {
  isSharedByOthers,
  listLinkedAccounts,
  listLinkedPairs,
  listSharedSignals,
  rekeySignals,
  upsertSignals,
  type LinkRow,
  type SignalHash,
} from './store.ts';

export type SignalDeps = Pick<Deps, 'keyring'> & { ports: Pick<Deps['ports'], 'clock'> };

/** Records what an account was seen with. Call it when that begins (a login, a new payout account), not per request. */
export const recordSignal = (
  deps: SignalDeps,
  tx: Tx,
  { userId, kind, value }: Signal & { userId: number },
): Promise<void> => recordSignals(deps, tx, userId, [{ kind, value }]);

export async function recordSignals(
  deps: SignalDeps,
  tx: Tx,
  userId: number,
  signals: readonly Signal[],
): Promise<void> {
  if (signals.length === 0) return;
  const now = deps.ports.clock.now();
  const hashes: SignalHash[] = signals.map((signal) => ({
    kind: signal.kind,
    hash: hashSignal(deps.keyring, signal),
  }));
  // Whoever comes with a value first after a rotation of the key moves all its rows, so that those of one value are
  // always under one key.
  if (deps.keyring.all.length > 1)
    for (const [index, hash] of hashes.entries()) {
      const signal = signals[index];
      if (signal) await rekeySignals(tx, hash, listFormerHashes(deps.keyring, signal));
    }
  const newHashes = await upsertSignals(tx, userId, hashes, {
    now,
    refreshBefore: new Date(now.getTime() - REFRESH_MS),
  });
  const strong = newHashes.filter(({ kind }) => LINK_RULES[kind].strength === 'strong');
  // What counts between two accounts is decided anew when they become linked.
  if (strong.length > 0 && (await isSharedByOthers(tx, userId, strong)))
    await enqueue(tx, 'recount_linked_jobs', { userId }, { key: `recount_linked_jobs:${userId}` });
}

export interface Link {
  kind: SignalKind;
  strength: LinkStrength;
  /** Since when both accounts were seen with the same value, and when last. */
  since: Date;
  lastSeenAt: Date;
}

export interface LinkedAccount {
  userId: number;
  links: Link[];
}

const toLink = ({ kind, since, last_seen_at: lastSeenAt }: LinkRow): Link => ({
  kind,
  strength: LINK_RULES[kind].strength,
  since,
  lastSeenAt,
});

function groupByAccount(rows: readonly LinkRow[]): LinkedAccount[] {
  const accounts = new Map<number, LinkedAccount>();
  for (const row of rows) {
    const account = accounts.get(row.user_id) ?? { userId: row.user_id, links: [] };
    account.links.push(toLink(row));
    accounts.set(row.user_id, account);
  }
  return [...accounts.values()];
}

/** What two accounts share, strong or weak. */
export async function findLinksBetween(db: Db | Tx, userA: number, userB: number): Promise<Link[]> {
  const rows = await listSharedSignals(db, userA, [userB], SIGNAL_KINDS);
  return rows.map(toLink);
}

/** The same for one account and several others, in one query; those without a link are left out. */
export async function findLinksTo(
  db: Db | Tx,
  userId: number,
  otherIds: readonly number[],
): Promise<LinkedAccount[]> {
  return groupByAccount(await listSharedSignals(db, userId, otherIds, SIGNAL_KINDS));
}

/** Whether two accounts share a device, a payout account or an identity. An address counts only if `kinds` names it. */
export async function areLinked(
  db: Db | Tx,
  userA: number,
  userB: number,
  { kinds = STRONG_KINDS }: { kinds?: readonly SignalKind[] } = {},
): Promise<boolean> {
  return (await listSharedSignals(db, userA, [userB], kinds)).length > 0;
}

/** The pairs among these accounts that share a device, a payout account or an identity. */
export const findLinkedPairs = (db: Db | Tx, ids: readonly number[]): Promise<[number, number][]> =>
  listLinkedPairs(db, ids, STRONG_KINDS);

/** More than a person looks at; a browser in a cyber café may have met thousands of accounts. */
const LINKED_ACCOUNTS_MAX = 100;

/** The accounts that share something with this one, at most a hundred, those seen together last first. */
export async function findLinkedAccounts(
  db: Db | Tx,
  userId: number,
  {
    kinds = SIGNAL_KINDS,
    limit = LINKED_ACCOUNTS_MAX,
  }: { kinds?: readonly SignalKind[]; limit?: number } = {},
): Promise<LinkedAccount[]> {
  return groupByAccount(await listLinkedAccounts(db, userId, kinds, limit));
}
