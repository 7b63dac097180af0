import type { BooksRunKind } from '@fws/contract/admin/books/model';
import type {
  Books,
  InvariantsResult,
  ReconciliationResult,
  TrialBalanceResult,
} from '@fws/contract/admin/books/schemas';
import { CLEARING_DUE_DAYS } from '@fws/contract/admin/books/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inLongTx, inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { allInvariants } from '../../invariants.ts';
import { calculateCover, preferIndexes, verifyLedger, type VerifiedDay } from '../../ledger/index.ts';
import { reconcile, type StatementLine } from '../../reconciliation/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { compareAfterRestore } from '../restore/compare.ts';
import { toTrialBalanceLine } from './rules.ts';
import {
  finishRun,
  deleteOldRuns,
  calculateMeasures,
  listNewestRuns,
  findOrCreateRun,
  findOpenRun,
  calculateTrialBalance,
  type OpenRun,
  type RunRow,
} from './store.ts';

const DAY_MS = 24 * 3600_000;
const RETENTION_MS = 90 * DAY_MS;
const COMPARISON_WINDOW_MS = 2 * DAY_MS;
/** The provider's rate limit allows no more per night. */
const COMPARISON_LIMIT = 500;

export async function readBooks(deps: Deps): Promise<Outcome<Books>> {
  const runs = new Map((await listNewestRuns(deps.db)).map((run) => [run.kind, toBooksRun(run)]));
  // The task wrote the result type of its kind.
  return done({
    invariants: (runs.get('invariants') ?? null) as Books['invariants'],
    trialBalance: (runs.get('trial_balance') ?? null) as Books['trialBalance'],
    reconciliation: (runs.get('reconciliation') ?? null) as Books['reconciliation'],
  });
}

const toBooksRun = (run: RunRow) => ({
  id: run.id,
  askedAt: run.asked_at.toISOString(),
  askedBy: run.asked_by,
  finishedAt: run.finished_at?.toISOString() ?? null,
  running: run.running,
  result: run.result,
});

/** Starts a run for an admin and records it in the audit log. */
export const requestRun = (
  deps: Deps,
  adminId: number,
  kind: BooksRunKind,
  statement?: StatementLine[],
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    const run = await findOrCreateRun(tx, { kind, askedBy: adminId, statement, now });
    // A run that has already begun does not include this statement.
    if (!run.isNew) return statement ? refuse('conflict', 'admin.restore_comparing') : done(null);
    await enqueueRun(tx, run.id);
    await recordAuditEntry(tx, { adminId, act: 'books_checked', subject: 'books', subjectId: kind }, now);
    return done(null);
  });

/** Task, started by the schedule. */
export const startRun = (deps: Deps, kind: BooksRunKind): Promise<void> =>
  inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    await deleteOldRuns(tx, new Date(now.getTime() - RETENTION_MS));
    const run = await findOrCreateRun(tx, { kind, askedBy: null, now });
    await enqueueRun(tx, run.id);
  });

const enqueueRun = (tx: Tx, runId: number) =>
  enqueue(tx, 'run_books', { runId }, { key: `books:${runId}`, maxAttempts: 5 });

/** Task. Safe to run twice: only the first result is stored. */
export async function runBooks(deps: Deps, runId: number): Promise<void> {
  const run = await findOpenRun(deps.db, runId);
  if (run === null) return;
  const result = await calculateResult(deps, run);
  await inTx(deps.db, (tx) => finishRun(tx, runId, result, deps.ports.clock.now()));
}

/** Stores a result that was calculated elsewhere as the newest run of its kind. */
export async function saveRunResult(tx: Tx, kind: BooksRunKind, result: unknown, now: Date): Promise<void> {
  const run = await findOrCreateRun(tx, { kind, askedBy: null, now });
  await finishRun(tx, run.id, result, now);
}

async function calculateResult(deps: Deps, { kind, statement }: OpenRun): Promise<unknown> {
  const now = deps.ports.clock.now();
  switch (kind) {
    case 'measures':
      return inLongTx(deps.db, (tx) =>
        calculateMeasures(tx, new Date(now.getTime() - CLEARING_DUE_DAYS * DAY_MS)),
      );
    case 'invariants':
      return checkInvariants(deps.db);
    case 'trial_balance':
      return inLongTx(deps.db, async (tx): Promise<TrialBalanceResult> => ({
        lines: (await calculateTrialBalance(tx)).map(toTrialBalanceLine),
        ...(await calculateCover(tx)),
      }));
    case 'after_restore':
      return compareAfterRestore(deps, statement ?? undefined);
    case 'reconciliation': {
      const since = new Date(now.getTime() - COMPARISON_WINDOW_MS);
      const comparison = await reconcile(deps, { since, limit: COMPARISON_LIMIT });
      const { orders, refunds, transfers, settlements, balances } = comparison;
      const differences = comparison.differences.map(({ what, ours, theirs }) => ({ what, ours, theirs }));
      return {
        since: since.toISOString(),
        orders,
        refunds,
        transfers,
        settlements,
        differences,
        balances,
      } satisfies ReconciliationResult;
    }
  }
}

/** Checks each invariant and measures its time, of everything or of what came after that day. */
export async function checkInvariants(db: Db, since: VerifiedDay | null = null): Promise<InvariantsResult> {
  const results: InvariantsResult = [];
  const waiting = allInvariants.entries();
  // Each is a single statement with its own snapshot, so they need not wait for each other.
  const checkNext = async () => {
    for (const [index, invariant] of waiting) results[index] = await checkInvariant(db, invariant, since);
  };
  await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, checkNext));
  return results;
}

/** A night's checks take half the time; a second processor of the database is enough. */
const CHECKED_AT_ONCE = 2;

async function checkInvariant(
  db: Db,
  invariant: (typeof allInvariants)[number],
  since: VerifiedDay | null,
): Promise<InvariantsResult[number]> {
  const startedAt = performance.now();
  const [violation] = await inLongTx(db, async (tx) => {
    if (since) await preferIndexes(tx);
    return verifyLedger(tx, [invariant], since);
  });
  return {
    id: invariant.id,
    name: invariant.name,
    holds: violation === undefined,
    tookMs: Math.round(performance.now() - startedAt),
    rows: (violation?.rows ?? []).map((row) => JSON.stringify(row)),
  };
}
