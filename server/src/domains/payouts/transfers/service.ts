import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BY_PROVIDER, BY_SYSTEM } from '../../../platform/transition.ts';
import { getPayoutGateway } from '../../../ports/index.ts';
import type { PayoutGateway, Transfer } from '../../../ports/payout-gateway.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { getWithdrawalsStoppedAt } from '../../identity/index.ts';
import { getIdentity } from '../../kyc/index.ts';
import { arePayoutsPaused, resolveCase, openCase } from '../../ledger/index.ts';
import { lockWallet, tookHeldRelease } from '../../rests/index.ts';
import { registerBeneficiary } from '../beneficiaries/service.ts';
import {
  isConfirmedBy,
  findProvider,
  RELEASE_ON_HOLD,
  SENDING_MS,
  STOPPED_BY_OWNER,
  getSteps,
} from '../withdrawals/rules.ts';
import {
  lockWithdrawal,
  rescheduleWithdrawal,
  transitionWithdrawals,
  findWithdrawal,
  type WithdrawalRow,
} from '../withdrawals/store.ts';
import {
  enqueueAdvance,
  postpone,
  recordTransferStatus,
  scheduleNextCheck,
  waitForReopening,
} from '../transfer-checks/service.ts';
import { applyEvent } from '../withdrawal-events/service.ts';

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
  const claim = await claimSending(deps, id);
  if (claim === 'on_hold')
    return applyTransfer(deps, id, buildUnsentTransfer(withdrawal, RELEASE_ON_HOLD), BY_SYSTEM);
  if (claim === 'not_now') return;
  // Check on every attempt: the withdrawal may have waited long for the provider.
  const identity = await getIdentity(deps.db, withdrawal.user_id);
  if (identity.state !== 'verified')
    return applyTransfer(deps, id, buildUnsentTransfer(withdrawal, 'identity no longer verified'), BY_SYSTEM);
  if ((await getWithdrawalsStoppedAt(deps.db, withdrawal.user_id)) !== null)
    return applyTransfer(deps, id, buildUnsentTransfer(withdrawal, STOPPED_BY_OWNER), BY_SYSTEM);
  try {
    await applyTransfer(deps, id, await createTransfer(deps, withdrawal));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn('transfer could not be sent', {
      withdrawalId: id,
      code: error.code,
      outcome: error.outcome,
    });
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
function claimSending(deps: Deps, id: number): Promise<'claimed' | 'not_now' | 'on_hold'> {
  return inTx(deps.db, async (tx) => {
    const now = deps.ports.clock.now();
    const withdrawal = await lockWithdrawal(tx, id);
    const { state, sending_until: sendingUntil } = withdrawal;
    if (state !== 'requested' && state !== 'processing') return 'not_now';
    if (sendingUntil !== null && sendingUntil > now) {
      // The task that is sending may have been killed: check again when its time is over.
      await enqueueAdvance(tx, id, sendingUntil);
      return 'not_now';
    }
    if (state === 'requested') {
      // Whoever holds releases counts what was sent before as withdrawn, under the same lock.
      await lockWallet(tx, withdrawal.user_id);
      if (await tookHeldRelease(tx, id)) return 'on_hold';
    }
    const until = new Date(now.getTime() + SENDING_MS);
    await transitionWithdrawals(tx, [withdrawal], 'send', { by: BY_SYSTEM, at: now });
    await rescheduleWithdrawal(tx, id, { sending_until: until, next_check_at: until });
    return 'claimed';
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

/** Moves the money according to the provider's status, forward only. By the system: nothing was sent. */
function applyTransfer(deps: Deps, id: number, transfer: Transfer, by = BY_PROVIDER): Promise<void> {
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
    for (const step of steps) current = await applyEvent(deps, tx, current, step, { ...transfer, by });
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
