import { formatRupees } from '@fws/contract/platform/display';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notify } from '../../../platform/queue/index.ts';
import { recordProviderStatus, openCase, PAUSED_WAIT_MS } from '../../ledger/index.ts';
import { isOverdue, calculateNextCheckTime } from '../withdrawals/rules.ts';
import { lockWithdrawal, rescheduleWithdrawal, type WithdrawalRow } from '../withdrawals/store.ts';

export const recordTransferStatus = (
  tx: Tx,
  id: number,
  answer: { status: string; note: string },
  now: Date,
): Promise<void> => recordProviderStatus(tx, toSubject(id), answer, now);

/** Keeps the state and reports no delay: the pause is the known reason. */
export function waitForReopening(deps: Deps, id: number): Promise<void> {
  return inTx(deps.db, async (tx) => {
    await lockWithdrawal(tx, id);
    const next = new Date(deps.ports.clock.now().getTime() + PAUSED_WAIT_MS);
    await rescheduleWithdrawal(tx, id, { sending_until: null, next_check_at: next });
    await enqueueAdvance(tx, id, next);
  });
}

/** No answer: the transfer may have happened, so it is looked up later. */
export function postpone(deps: Deps, id: number, atLeastMs = 0): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    await recordTransferStatus(tx, id, { status: 'no_answer', note: '' }, deps.ports.clock.now());
    await scheduleNextCheck(deps, tx, withdrawal, { atLeastMs, isAnswered: false });
  });
}

export async function scheduleNextCheck(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  { atLeastMs = 0, isAnswered = true } = {},
): Promise<void> {
  const now = deps.ports.clock.now();
  const since = withdrawal.finished_at ?? withdrawal.created_at;
  const regularTime = calculateNextCheckTime(withdrawal.state, since, now, isAnswered);
  const next = regularTime && new Date(Math.max(regularTime.getTime(), now.getTime() + atLeastMs));
  if (isOverdue(withdrawal.state, withdrawal.created_at, now)) await openDelayedCase(tx, withdrawal, now);
  await rescheduleWithdrawal(tx, withdrawal.id, { sending_until: null, next_check_at: next });
  if (next) await enqueueAdvance(tx, withdrawal.id, next);
}

/** No final status: checks go on, and an ops case and a notification to the worker are created. */
async function openDelayedCase(tx: Tx, withdrawal: WithdrawalRow, now: Date): Promise<void> {
  const { id, user_id: userId, amount_paise: amountPaise, destination } = withdrawal;
  const detail = `transfer ${withdrawal.transfer_id}: no final status from the provider; the money is in withdrawal:${id}`;
  const opsCase = { kind: 'withdrawal_unknown', subject: String(id), amountPaise, detail } as const;
  if (!(await openCase(tx, opsCase, now))) return;
  await notify(tx, {
    userId,
    type: 'withdrawal_delayed',
    values: { amount: formatRupees(amountPaise), to: destination },
    path: '/payment',
    dedupeKey: `withdrawal:${id}:delayed`,
  });
}

/** Runs the next check now, whenever it was due. */
export const enqueueWithdrawalCheck = (tx: Tx, id: number): Promise<void> =>
  enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { key: `withdrawal:${id}` });

export const toSubject = (id: number): string => `withdrawal:${id}`;

/**
 * Has a key of its own: with the key of the checks that are asked for now, the end of one would put off another that a
 * webhook asked for while it ran.
 */
export const enqueueAdvance = (tx: Tx, id: number, runAt: Date): Promise<void> =>
  enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { runAt, key: `withdrawal:${id}:later` });
