import { formatRupees } from '@fws/contract/platform/display';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, notify } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { getPayoutGateway } from '../../ports/index.ts';
import type { PayoutGateway, Transfer } from '../../ports/payout-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { getWithdrawalsStoppedAt } from '../identity/index.ts';
import { getIdentity } from '../kyc/index.ts';
import {
  listProviderStatuses,
  arePayoutsPaused,
  recordProviderStatus,
  resolveCase,
  openCase,
  PAUSED_WAIT_MS,
  post,
  postOrThrow,
  withdrawalPaid,
  withdrawalPaidAfterAll,
  withdrawalReturned,
  withdrawalReversed,
} from '../ledger/index.ts';
import { registerBeneficiary } from './beneficiary.ts';
import {
  findCorrection,
  isOverdue,
  isConfirmedBy,
  calculateNextCheckTime,
  PAID_BEFORE_RESTORE,
  findProvider,
  SENDING_MS,
  STATE_AFTER,
  STOPPED_BY_OWNER,
  getSteps,
  type Correction,
  type Step,
} from './rules.ts';
import {
  lockWithdrawal,
  updateWithdrawal,
  findWithdrawal,
  listPendingWithdrawalIds,
  type WithdrawalRow,
} from './withdrawals-store.ts';

/**
 * Task: advances a withdrawal as far as the provider's status allows. A transfer that may have been sent is looked up
 * first; only one that the provider never received is sent (again), always under the same transfer id.
 */
export async function advanceWithdrawal(deps: Deps, id: number): Promise<void> {
  const withdrawal = await findWithdrawal(deps.db, id);
  if (!withdrawal || withdrawal.state === 'reversed') return;
  const isPaused = await arePayoutsPaused(deps.db);
  // A restored database may lack the fact that it was sent, so during a pause it is looked up too.
  if (withdrawal.state === 'requested' && !isPaused) return send(deps, withdrawal);
  const transfer = await fetchTransfer(deps, withdrawal);
  if (transfer === 'unanswered') return postpone(deps, id);
  if (transfer) return applyTransfer(deps, id, transfer);
  if (withdrawal.state !== 'requested' && withdrawal.state !== 'processing')
    return applyUnknownTransfer(deps, id);
  return isPaused ? waitForReopening(deps, id) : send(deps, withdrawal);
}

/** Keeps the state and reports no delay: the pause is the known reason. */
function waitForReopening(deps: Deps, id: number): Promise<void> {
  return inTx(deps.db, async (tx) => {
    await lockWithdrawal(tx, id);
    const next = new Date(deps.ports.clock.now().getTime() + PAUSED_WAIT_MS);
    await updateWithdrawal(tx, id, { sending_until: null, next_check_at: next });
    await enqueueAdvance(tx, id, next);
  });
}

const recordTransferStatus = (
  tx: Tx,
  id: number,
  answer: { status: string; note: string },
  now: Date,
): Promise<void> => recordProviderStatus(tx, toSubject(id), answer, now);

/** Null when the provider never received it. */
async function fetchTransfer(deps: Deps, withdrawal: WithdrawalRow): Promise<Transfer | null | 'unanswered'> {
  try {
    return await getTransferGateway(deps.ports, withdrawal.transfer_id).getTransfer(withdrawal.transfer_id);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('transfer lookup failed', { withdrawalId: withdrawal.id, code: error.code });
    return 'unanswered';
  }
}

async function send(deps: Deps, withdrawal: WithdrawalRow): Promise<void> {
  const { id } = withdrawal;
  if (!(await claimSending(deps, id))) return;
  // Check on every attempt: the withdrawal may have waited long for the provider.
  const identity = await getIdentity(deps.db, withdrawal.user_id);
  if (identity.state !== 'verified')
    return applyTransfer(deps, id, buildUnsentTransfer(withdrawal, 'identity no longer verified'));
  if ((await getWithdrawalsStoppedAt(deps.db, withdrawal.user_id)) !== null)
    return applyTransfer(deps, id, buildUnsentTransfer(withdrawal, STOPPED_BY_OWNER));
  try {
    await applyTransfer(deps, id, await createTransfer(deps, withdrawal));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('sending failed', { withdrawalId: id, code: error.code, outcome: error.outcome });
    if (error.outcome === 'rejected') await handleRefusal(deps, withdrawal, error.code);
    else await postpone(deps, id, error.retryAfterMs);
  }
}

async function createTransfer(deps: Deps, withdrawal: WithdrawalRow): Promise<Transfer> {
  const gateway = getTransferGateway(deps.ports, withdrawal.transfer_id);
  const attemptTransfer = async (registration: 'known' | 'forgotten') => {
    const beneficiary = await registerBeneficiary(deps, gateway, withdrawal.account_id, registration);
    return gateway.createTransfer({
      transferId: withdrawal.transfer_id,
      amountPaise: withdrawal.amount_paise,
      beneficiaryId: beneficiary.id,
      mode: beneficiary.mode,
      remarks: 'FWS earnings',
    });
  };
  try {
    return await attemptTransfer('known');
  } catch (error) {
    // The account was registered with the previous provider.
    if (!(error instanceof ProviderError) || error.code !== 'beneficiary_not_found') throw error;
    return attemptTransfer('forgotten');
  }
}

/** The gateway that the transfer began with. Another provider does not know it and could pay it twice. */
export function getTransferGateway(ports: Deps['ports'], transferId: string): PayoutGateway {
  const providers = [ports.payouts, ports.otherPayouts].flatMap((gateway) => gateway?.provider ?? []);
  return getPayoutGateway(ports, findProvider(transferId, providers) ?? 'the provider of this transfer');
}

/**
 * Lets one task at a time send, for as long as sending can take. From here on the transfer may have been sent, so later
 * tasks look it up first.
 */
function claimSending(deps: Deps, id: number): Promise<boolean> {
  return inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    const { state, sending_until: sendingUntil } = await lockWithdrawal(tx, id);
    if (state !== 'requested' && state !== 'processing') return false;
    if (sendingUntil !== null && sendingUntil > now) {
      // The task that is sending may have been killed: check again when its time is over.
      await enqueueAdvance(tx, id, sendingUntil);
      return false;
    }
    const until = new Date(now.getTime() + SENDING_MS);
    await updateWithdrawal(tx, id, { state: 'processing', sending_until: until, next_check_at: until });
    return true;
  });
}

/** This attempt was refused, but an earlier one may have succeeded. */
async function handleRefusal(deps: Deps, withdrawal: WithdrawalRow, code: string): Promise<void> {
  const transfer = await fetchTransfer(deps, withdrawal);
  if (transfer === 'unanswered') return postpone(deps, withdrawal.id);
  return applyTransfer(deps, withdrawal.id, transfer ?? buildUnsentTransfer(withdrawal, code));
}

const buildUnsentTransfer = (withdrawal: WithdrawalRow, reason: string): Transfer => ({
  transferId: withdrawal.transfer_id,
  providerTransferId: null,
  amountPaise: withdrawal.amount_paise,
  status: 'failed',
  utr: null,
  reason,
  chargePaise: 0,
});

/** Moves the money according to the provider's status, forward only. */
function applyTransfer(deps: Deps, id: number, transfer: Transfer): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    const isSameAmount = transfer.amountPaise === withdrawal.amount_paise;
    const status = isSameAmount ? transfer.status : `${transfer.status}_other_amount`;
    await recordTransferStatus(tx, id, { status, note: transfer.reason ?? '' }, deps.ports.clock.now());
    const steps = isSameAmount ? getSteps(withdrawal.state, transfer.status) : 'contradiction';
    if (steps === 'contradiction') {
      deps.log.error('the provider contradicts a withdrawal', null, {
        withdrawalId: id,
        state: withdrawal.state,
        status: transfer.status,
      });
      await openContradictionCase(deps, tx, withdrawal, `the provider calls it ${transfer.status}`);
      return scheduleNextCheck(deps, tx, withdrawal);
    }
    let current = withdrawal;
    for (const step of steps) current = await applyStep(deps, tx, current, step, transfer);
    if (isConfirmedBy(current.state, transfer.status))
      await resolveCase(tx, ['withdrawal_contradicted'], String(id), deps.ports.clock.now());
    await scheduleNextCheck(deps, tx, current);
  });
}

/** The provider never received it. That agrees with a failed withdrawal and contradicts a paid one. */
function applyUnknownTransfer(deps: Deps, id: number): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    await recordTransferStatus(tx, id, { status: 'unknown', note: '' }, deps.ports.clock.now());
    if (withdrawal.state === 'paid') {
      deps.log.error('a paid transfer is unknown to the provider', null, { withdrawalId: id });
      await openContradictionCase(deps, tx, withdrawal, 'it was paid, and now the provider does not know it');
    }
    await scheduleNextCheck(deps, tx, withdrawal);
  });
}

const POSTINGS = { pay: withdrawalPaid, fail: withdrawalReturned, reverse: withdrawalReversed };

type TransferDetails = Pick<Transfer, 'utr' | 'reason'>;

const toPostingFields = ({ id, user_id, amount_paise }: WithdrawalRow, at: Date) => ({
  withdrawalId: id,
  workerId: user_id,
  amountPaise: amount_paise,
  at,
});

async function applyStep(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  step: Step,
  details: TransferDetails,
): Promise<WithdrawalRow> {
  await postOrThrow(tx, POSTINGS[step](toPostingFields(withdrawal, deps.ports.clock.now())));
  return recordState(deps, tx, withdrawal, step, details);
}

/** Call it after the posting: the money has moved. */
async function recordState(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  step: Step,
  details: TransferDetails,
): Promise<WithdrawalRow> {
  const { id, user_id: userId, amount_paise: amountPaise } = withdrawal;
  const now = deps.ports.clock.now();
  const state = STATE_AFTER[step];
  const change = {
    state,
    utr: details.utr ?? withdrawal.utr,
    reason: step === 'pay' ? null : details.reason,
    finished_at: now,
  };
  await updateWithdrawal(tx, id, change);
  await resolveCase(tx, ['withdrawal_unknown'], String(id), now);
  await notify(tx, {
    userId,
    type: `withdrawal_${state}`,
    values: { amount: formatRupees(amountPaise), to: withdrawal.destination },
    path: '/payment',
    dedupeKey: `withdrawal:${id}:${state}`,
  });
  await publish(tx, { users: [userId], topic: 'wallet', id });
  return { ...withdrawal, ...change };
}

/** No answer: the transfer may have happened, so it is looked up later. */
function postpone(deps: Deps, id: number, atLeastMs = 0): Promise<void> {
  return inTx(deps.db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    await recordTransferStatus(tx, id, { status: 'no_answer', note: '' }, deps.ports.clock.now());
    await scheduleNextCheck(deps, tx, withdrawal, { atLeastMs, isAnswered: false });
  });
}

async function scheduleNextCheck(
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
  await updateWithdrawal(tx, withdrawal.id, { sending_until: null, next_check_at: next });
  if (next) await enqueueAdvance(tx, withdrawal.id, next);
}

/** No final status: checks go on, and an ops case and a notification to the worker are created. */
async function openDelayedCase(tx: Tx, withdrawal: WithdrawalRow, now: Date): Promise<void> {
  const { id, user_id: userId, amount_paise: amountPaise, destination } = withdrawal;
  const detail = `transfer ${withdrawal.transfer_id}: no final word of the provider; the money is in withdrawal:${id}`;
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

async function openContradictionCase(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  explanation: string,
): Promise<void> {
  const { id, amount_paise: amountPaise, state } = withdrawal;
  const detail = `transfer ${withdrawal.transfer_id} is ${state} with us: ${explanation}`;
  const opsCase = { kind: 'withdrawal_contradicted', subject: String(id), amountPaise, detail } as const;
  await openCase(tx, opsCase, deps.ports.clock.now(), { skipIfResolved: true });
}

/** Runs the next check now, whenever it was due. */
export const enqueueWithdrawalCheck = (tx: Tx, id: number): Promise<void> =>
  enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { key: `withdrawal:${id}` });

/**
 * Executes an admin's decision when the provider contradicts its earlier status. `credit`: it counted as paid and was
 * not, so the money returns to the worker. `debit`: it counted as failed and was paid, so the money leaves the wallet.
 * The provider's last status must call for it, and each happens at most once: a reversed withdrawal stays reversed.
 */
export async function correctWithdrawal(
  deps: Deps,
  tx: Tx,
  id: number,
  correction: Correction,
): Promise<'done' | 'not_now' | 'wallet_short'> {
  const withdrawal = await lockWithdrawal(tx, id);
  const [latest] = await listProviderStatuses(tx, [toSubject(id)]);
  if (findCorrection(withdrawal.state, latest?.status) !== correction) return 'not_now';
  const details = { utr: null, reason: latest?.note || null };
  if (correction === 'credit') {
    const reversed = await applyStep(deps, tx, withdrawal, 'reverse', details);
    await scheduleNextCheck(deps, tx, reversed);
    return 'done';
  }
  // Only the ledger knows the balance at this moment: the money may have been withdrawn again.
  const posted = await post(tx, withdrawalPaidAfterAll(toPostingFields(withdrawal, deps.ports.clock.now())));
  if (!posted.ok && posted.reason === 'insufficient') return 'wallet_short';
  if (!posted.ok) throw new Error(`withdrawal ${id} cannot be debited: ${posted.reason}`);
  await scheduleNextCheck(deps, tx, await recordState(deps, tx, withdrawal, 'pay', details));
  return 'done';
}

/**
 * Returns a worker's withdrawals since a restore to the wallet, because the provider had already paid out that money.
 * None of them was sent: no transfer leaves until payouts are reopened.
 */
export async function returnUnsent(deps: Deps, tx: Tx, userId: number, since: Date): Promise<void> {
  for (const id of await listPendingWithdrawalIds(tx, userId)) {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== 'requested' || withdrawal.created_at < since) continue;
    const returned = await applyStep(deps, tx, withdrawal, 'fail', {
      utr: null,
      reason: PAID_BEFORE_RESTORE,
    });
    await scheduleNextCheck(deps, tx, returned);
  }
}

const toSubject = (id: number): string => `withdrawal:${id}`;

const enqueueAdvance = (tx: Tx, id: number, runAt: Date): Promise<void> =>
  enqueue(tx, 'advance_withdrawal', { withdrawalId: id }, { runAt, key: `withdrawal:${id}` });
