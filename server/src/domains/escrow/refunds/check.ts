import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { PAUSED_WAIT_MS, recordProviderStatus } from '../../ledger/index.ts';
import { finishRefund, giveUpRefund, LATE_CHECK_MS } from './finish.ts';
import { buildProviderRefundId, listRefundTries } from './ids.ts';
import { loadRefundClient, sendAndGetStatus } from './send.ts';
import {
  enqueueOverdueRefunds,
  enqueueUnrefunded,
  findRefund,
  recordFailedTry,
  scheduleRefundCheck,
  type RefundRow,
} from './store.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3600_000;
/** How often a refund is tried before it counts as failed. The delay grows after each try. */
const TRIES_MAX = 6;
const FIRST_RETRY_MS = 60_000;
/** Each refund has its own next task. A refund that is overdue by this much has lost it. */
const LOST_AFTER_MS = 60_000;

/** Sends the refund if the provider does not have it yet, records its status, and checks again until it is final. */
export async function checkRefund(deps: Deps, refundId: string, round: number): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (!refund || refund.state === 'succeeded') return;
  if (refund.state === 'failed') return checkFailedRefund(deps, refund);
  const status = await sendAndGetStatus(deps, refund);
  const now = deps.ports.clock.now();
  const scheduleNextCheck = async (tx: Tx, nextRound: number, waitMs: number) => {
    const runAt = new Date(now.getTime() + waitMs);
    await scheduleRefundCheck(tx, refundId, runAt);
    // Not the key of the checks that are asked for now, of which this would put off one.
    const key = `refund:${refundId}:later`;
    await enqueue(tx, 'check_refund', { refundId, round: nextRound }, { key, runAt });
  };
  await inTx(deps.db, async (tx) => {
    if (status === 'paused') return scheduleNextCheck(tx, round, PAUSED_WAIT_MS);
    await recordRefundStatus(tx, refund, status, now);
    if (status === 'success') return finishRefund(tx, refund, now);
    if (status === 'pending' || status === 'on_hold')
      return scheduleNextCheck(tx, round + 1, Math.min(FIRST_WAIT_MS * 2 ** round, LONGEST_WAIT_MS));
    deps.log.warn('refund failed at the provider', { refundId, status, tries: refund.tries });
    if (refund.tries + 1 >= TRIES_MAX) return giveUpRefund(tx, refund, now);
    if (await recordFailedTry(tx, refundId, refund.tries))
      return scheduleNextCheck(tx, 0, FIRST_RETRY_MS * 4 ** refund.tries);
    return undefined;
  });
}

const recordRefundStatus = (tx: Tx, { id, tries }: RefundRow, status: string, now: Date) =>
  recordProviderStatus(tx, `refund:${id}`, { status, note: buildProviderRefundId(id, tries) }, now);

/** Once a day, or after a webhook: checks whether one of the tries succeeded after all. Sends nothing. */
async function checkFailedRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const { ask } = await loadRefundClient(deps, refund);
  let latest: { status: string; note: string } | null = null;
  for (const note of listRefundTries(refund).toReversed()) {
    const status = (await ask(note))?.status ?? 'unknown';
    if (latest === null || status === 'success') latest = { status, note };
    if (status === 'success') break;
  }
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    if (latest) await recordProviderStatus(tx, `refund:${refund.id}`, latest, now);
    if (latest?.status === 'success') return finishRefund(tx, refund, now);
    return scheduleRefundCheck(tx, refund.id, new Date(now.getTime() + LATE_CHECK_MS));
  });
}

/** Task, every minute: finds refunds that lost their task, and unapplied payments without a refund. */
export async function reconcileRefunds({ db, ports }: Deps): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - LOST_AFTER_MS);
  await inTx(db, async (tx) => {
    await enqueueOverdueRefunds(tx, before);
    await enqueueUnrefunded(tx, before);
  });
}
