import { withdrawalLifecycle } from '@fws/contract/payouts/lifecycle';
import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { ChangedBy } from '../../../platform/transition.ts';
import type { Transfer } from '../../../ports/payout-gateway.ts';
import {
  resolveCase,
  postOrThrow,
  withdrawalPaid,
  withdrawalReturned,
  withdrawalReversed,
} from '../../ledger/index.ts';
import { giveBack, lockWallet } from '../../rests/index.ts';
import { transitionWithdrawals, type WithdrawalRow } from '../withdrawals/store.ts';

const POSTINGS = {
  pay: withdrawalPaid,
  fail: withdrawalReturned,
  reverse: withdrawalReversed,
  credit: withdrawalReversed,
};

type TransferDetails = Pick<Transfer, 'utr' | 'reason'> & { by: ChangedBy };

export const toPostingFields = ({ id, user_id, amount_paise }: WithdrawalRow, at: Date) => ({
  withdrawalId: id,
  workerId: user_id,
  amountPaise: amount_paise,
  at,
});

export async function applyEvent(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  event: keyof typeof POSTINGS,
  details: TransferDetails,
): Promise<WithdrawalRow> {
  const now = deps.ports.clock.now();
  if (event !== 'pay') await lockWallet(tx, withdrawal.user_id);
  await postOrThrow(tx, POSTINGS[event](toPostingFields(withdrawal, now)));
  if (event !== 'pay') await giveBack(tx, withdrawal.id, now);
  return recordEvent(deps, tx, withdrawal, event, details);
}

/** Call it after the posting: the money has moved. */
export async function recordEvent(
  deps: Deps,
  tx: Tx,
  withdrawal: WithdrawalRow,
  event: keyof typeof POSTINGS | 'debit',
  { by, utr, reason }: TransferDetails,
): Promise<WithdrawalRow> {
  const { id, user_id: userId, amount_paise: amountPaise } = withdrawal;
  const now = deps.ports.clock.now();
  const change = {
    utr: utr ?? withdrawal.utr,
    reason: event === 'pay' || event === 'debit' ? null : reason,
    finished_at: now,
  };
  const [changed = withdrawal] = await transitionWithdrawals(tx, [withdrawal], event, {
    by,
    at: now,
    change,
  });
  await resolveCase(tx, ['withdrawal_unknown'], String(id), now);
  await notify(tx, {
    userId,
    type: getNoticeType(withdrawalLifecycle, event, 'worker'),
    values: { amount: formatRupees(amountPaise), to: withdrawal.destination },
    path: '/payment',
    dedupeKey: `withdrawal:${id}:${changed.state}`,
  });
  await publish(tx, { users: [userId], topic: 'wallet', id });
  return changed;
}
