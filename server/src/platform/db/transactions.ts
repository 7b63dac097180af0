import { sql } from 'kysely';
import { reachFaultPoint } from '../fault-point.ts';
import { getCurrentRequest } from '../request-origin.ts';
import { inSpan } from '../tracing/index.ts';
import { getSqlState } from './errors.ts';
import { commitInTwoPhases, isDistributed, markDistributed } from './nodes.ts';
import { isOutage, UnknownOutcome } from './outage.ts';
import type { Db, Tx } from './types.ts';

const RETRYABLE = new Set(['40001', '40P01']);

const committedRefusals = new WeakSet<object>();

/**
 * Marks a refusal whose transaction commits instead of rolling back, for the few that count or log what was tried. An
 * outcome that is no refusal is returned as it is.
 */
export function commitRefusal<T extends { ok: boolean }>(outcome: T): T {
  if (outcome.ok) return outcome;
  const marked = { ...outcome }; // a refusal may be a constant that others return too
  committedRefusals.add(marked);
  return marked;
}

const rollsBack = (result: unknown): boolean =>
  typeof result === 'object' && result !== null && 'refusal' in result && !committedRefusals.has(result);

/** Rolls a transaction back whose result is returned all the same. */
class RolledBack extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super('the transaction ended in a refusal');
    this.result = result;
  }
}

const lastWrites = new WeakMap<Tx, Set<() => Promise<void>>>();

/** Calls `write` once when the work of this transaction of `inTx()` is done and before it commits. */
export function beforeCommit(tx: Tx, write: () => Promise<void>): void {
  lastWrites.set(tx, (lastWrites.get(tx) ?? new Set()).add(write));
}

const commitListeners = new WeakMap<Tx, Set<() => void>>();

/** Calls `listener` once when this transaction of `inTx()` has committed. */
export function afterCommit(tx: Tx, listener: () => void): void {
  commitListeners.set(tx, (commitListeners.get(tx) ?? new Set()).add(listener));
}

/**
 * Runs `work` in one transaction. A refusal rolls it back, unless `commitRefusal()` marked it. When the database ended
 * it to break a deadlock, `work` runs again from the start.
 */
export const inTx = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSpan('transaction', 'internal', () => runTransaction(db, work));

async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    let listeners: ReadonlySet<() => void> | undefined;
    try {
      const hasNodes = await isDistributed(db);
      const result = await db.transaction().execute(async (tx) => {
        if (hasNodes) markDistributed(tx);
        const worked = await work(tx);
        if (rollsBack(worked)) throw new RolledBack(worked);
        for (const write of lastWrites.get(tx) ?? []) await write();
        if (hasNodes) await commitInTwoPhases(tx);
        reachFaultPoint('before_commit');
        listeners = commitListeners.get(tx);
        isCommitting = true;
        return worked;
      });
      for (const listener of listeners ?? []) listener();
      getCurrentRequest()?.onCommit?.();
      reachFaultPoint('after_commit');
      return result;
    } catch (error) {
      if (error instanceof RolledBack) return error.result as T;
      // A server without room says so, and did not commit; one that goes away says nothing for certain.
      if (isCommitting && isOutage(error) && !getSqlState(error)?.startsWith('53'))
        throw new UnknownOutcome(error);
      if (attempt === 3 || !RETRYABLE.has(getSqlState(error) ?? '')) throw error;
    }
  }
}

/** Upper limit of any single statement, also in a long transaction. */
const LONG_STATEMENT_MS = 10 * 60_000;

/**
 * A transaction whose statements may take long, e.g. when a background task reads a whole table. Every other statement
 * ends after DATABASE_STATEMENT_TIMEOUT_MS.
 */
export const inLongTx = <T>(db: Db, work: (tx: Tx) => Promise<T>, limitMs = LONG_STATEMENT_MS): Promise<T> =>
  inTx(db, async (tx) => {
    await sql`SELECT set_config('statement_timeout', ${String(limitMs)}, true)`.execute(tx);
    return work(tx);
  });
