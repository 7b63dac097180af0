import type {
  Books,
  BooksRunKind,
  InvariantsResult,
  ReconciliationResult,
  TrialBalanceResult,
} from '@fws/contract/admin/books/model';
import { CLEARING_DUE_DAYS } from '@fws/contract/admin/books/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inLongTx, inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { enqueue } from '../../../platform/jobs/index.ts';
import { allInvariants } from '../../invariants.ts';
import { coverOf, verifyLedger } from '../../ledger/index.ts';
import { reconcile, type StatementLine } from '../../reconciliation/index.ts';
import { record } from '../audit.ts';
import { compareAfterRestore } from '../restore/compare.ts';
import { balanceOf } from './rules.ts';
import {
  finishRun,
  forgetRuns,
  measure,
  newestRuns,
  openRun,
  openRunById,
  trialBalance,
  type OpenRun,
  type RunRow,
} from './store.ts';

const DAY_MS = 24 * 3600_000;
const KEPT_MS = 90 * DAY_MS;
const COMPARED_MS = 2 * DAY_MS;
/** The provider's rate limit allows no more per night. */
const COMPARED_MAX = 500;

export async function readBooks(deps: Deps): Promise<Outcome<Books>> {
  const runs = new Map((await newestRuns(deps.db)).map((run) => [run.kind, presented(run)]));
  // The task wrote the result type of its kind.
  return done({
    invariants: (runs.get('invariants') ?? null) as Books['invariants'],
    trialBalance: (runs.get('trial_balance') ?? null) as Books['trialBalance'],
    reconciliation: (runs.get('reconciliation') ?? null) as Books['reconciliation'],
  });
}

const presented = (run: RunRow) => ({
  id: run.id,
  askedAt: run.asked_at.toISOString(),
  askedBy: run.asked_by,
  finishedAt: run.finished_at?.toISOString() ?? null,
  running: run.running,
  result: run.result,
});

/** Starts a run for an admin and records it in the audit log. */
export const askForRun = (
  deps: Deps,
  adminId: number,
  kind: BooksRunKind,
  statement?: StatementLine[],
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    const run = await openRun(tx, { kind, askedBy: adminId, statement, now });
    // A run that has already begun does not include this statement.
    if (!run.isNew) return statement ? refuse('conflict', 'admin.restore_comparing') : done(null);
    await enqueueRun(tx, run.id);
    await record(tx, { adminId, act: 'books_checked', subject: 'books', subjectId: kind }, now);
    return done(null);
  });

/** Task, started by the schedule. */
export const startRun = (deps: Deps, kind: BooksRunKind): Promise<void> =>
  inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    await forgetRuns(tx, new Date(now.getTime() - KEPT_MS));
    const run = await openRun(tx, { kind, askedBy: null, now });
    await enqueueRun(tx, run.id);
  });

const enqueueRun = (tx: Tx, runId: number) =>
  enqueue(tx, 'run_books', { runId }, { key: `books:${runId}`, maxAttempts: 5 });

/** Task. Safe to run twice: only the first result is stored. */
export async function runBooks(deps: Deps, runId: number): Promise<void> {
  const run = await openRunById(deps.db, runId);
  if (run === null) return;
  const result = await workOut(deps, run);
  await inTx(deps.db, (tx) => finishRun(tx, runId, result, deps.ports.clock.now()));
}

/** Stores a result that was calculated elsewhere as the newest run of its kind. */
export async function keepRun(tx: Tx, kind: BooksRunKind, result: unknown, now: Date): Promise<void> {
  const run = await openRun(tx, { kind, askedBy: null, now });
  await finishRun(tx, run.id, result, now);
}

async function workOut(deps: Deps, { kind, statement }: OpenRun): Promise<unknown> {
  const now = deps.ports.clock.now();
  switch (kind) {
    case 'measures':
      return inLongTx(deps.db, (tx) => measure(tx, new Date(now.getTime() - CLEARING_DUE_DAYS * DAY_MS)));
    case 'invariants':
      return checkInvariants(deps.db);
    case 'trial_balance':
      return inLongTx(deps.db, async (tx): Promise<TrialBalanceResult> => ({
        lines: (await trialBalance(tx)).map(balanceOf),
        ...(await coverOf(tx)),
      }));
    case 'after_restore':
      return compareAfterRestore(deps, statement ?? undefined);
    case 'reconciliation': {
      const since = new Date(now.getTime() - COMPARED_MS);
      const found = await reconcile(deps, { since, limit: COMPARED_MAX });
      const { orders, refunds, transfers, settlements, balances } = found;
      const differences = found.differences.map(({ what, ours, theirs }) => ({ what, ours, theirs }));
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

/** Checks each invariant and measures its time. */
export async function checkInvariants(db: Db): Promise<InvariantsResult> {
  const results: InvariantsResult = [];
  // One at a time: each is a single statement with its own snapshot.
  for (const invariant of allInvariants) {
    const began = performance.now();
    const [broken] = await inLongTx(db, (tx) => verifyLedger(tx, [invariant]));
    results.push({
      id: invariant.id,
      name: invariant.name,
      holds: broken === undefined,
      tookMs: Math.round(performance.now() - began),
      rows: (broken?.rows ?? []).map((row) => JSON.stringify(row)),
    });
  }
  return results;
}
