import type { PassbookLine, PayoutAccount } from '@fws/contract/payouts/schemas';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import { formatMonth, type MessageId, type Translate } from '../../platform/i18n/index.ts';
import type { IconName, MoneyState, PassbookEntry } from '../../ui/index.ts';

export const stateLabels: Record<WithdrawalState, { label: MessageId; tone: MoneyState; icon: IconName }> = {
  requested: { label: 'web.payouts.state.requested', tone: 'none', icon: 'clock' },
  processing: { label: 'web.payouts.state.processing', tone: 'work', icon: 'arrow' },
  paid: { label: 'web.payouts.state.paid', tone: 'bank', icon: 'bank' },
  failed: { label: 'web.payouts.state.failed', tone: 'stop', icon: 'alert' },
  reversed: { label: 'web.payouts.state.reversed', tone: 'refund', icon: 'refund' },
};

export const getAccountName = (t: Translate, account: PayoutAccount): string =>
  account.kind === 'upi' ? account.upiId : account.bankName || t('web.payouts.bankAccount');

export const formatAccountDetail = (t: Translate, account: PayoutAccount): string =>
  account.kind === 'upi'
    ? t('web.payouts.upi')
    : t('web.payouts.accountEnding', { ending: account.accountEnding, ifsc: account.ifsc });

/** Why money cannot be sent to the account yet. */
export const getWaitReason = (t: Translate, { waitReason, nameAtBank }: PayoutAccount): string =>
  t(`web.payouts.wait.${waitReason ?? 'no_answer'}`, { name: nameAtBank });

function formatLineDetail(t: Translate, line: PassbookLine): string {
  const number = line.jobNumber ?? '';
  if (line.kind === 'held') return t('web.payouts.line.held', { number });
  if (line.kind === 'release') return t('web.payouts.line.released', { number });
  if (line.kind === 'withdrawal_returned') return t('web.payouts.line.returned');
  if (line.kind === 'withdrawal_reversed') return t('web.payouts.line.reversed');
  return line.reference === null
    ? t('web.payouts.line.withdrawal')
    : t('web.payouts.line.withdrawalUtr', { utr: line.reference });
}

export function toPassbookEntry(t: Translate, line: PassbookLine): PassbookEntry {
  return {
    id: line.id,
    title: line.title,
    detail: formatLineDetail(t, line),
    ...(line.kind === 'held' ? {} : { date: line.at }),
    ...(line.amountPaise < 0 ? { outPaise: -line.amountPaise } : { inPaise: line.amountPaise }),
    ...(line.balancePaise === null ? {} : { balancePaise: line.balancePaise }),
  };
}

/** "Nov 2026", or the range from the oldest line's month to the newest's. */
export function formatMonths(t: Translate, lines: readonly PassbookLine[]): string {
  const [newest, oldest] = [lines[0], lines.at(-1)];
  if (!newest || !oldest) return '';
  return [...new Set([formatMonth(t, oldest.at), formatMonth(t, newest.at)])].join(' – ');
}
