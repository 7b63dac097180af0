import type { PassbookLine, PayoutAccount } from '@fws/contract/payouts/schemas';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import type { RestingRelease } from '@fws/contract/rests/schemas';
import type { FieldError } from '@fws/contract/platform/refusal';
import {
  formatDate,
  formatMonth,
  formatTime,
  type MessageId,
  type Translate,
} from '../../platform/i18n/index.ts';
import { paths } from '../../platform/router/paths.ts';
import type { IconName, MoneyState, PassbookEntry } from '../../ui/index.ts';

export const stateLabels: Record<WithdrawalState, { label: MessageId; tone: MoneyState; icon: IconName }> = {
  requested: { label: 'web.payouts.state.requested', tone: 'none', icon: 'clock' },
  processing: { label: 'web.payouts.state.processing', tone: 'work', icon: 'arrow' },
  paid: { label: 'web.payouts.state.paid', tone: 'bank', icon: 'bank' },
  failed: { label: 'web.payouts.state.failed', tone: 'stop', icon: 'alert' },
  reversed: { label: 'web.payouts.state.reversed', tone: 'refund', icon: 'refund' },
};

/** The texts and the list of each kind of account. */
export const accountKinds = {
  bank: {
    list: 'web.payouts.bankTitle',
    listPath: paths.bankList(),
    none: 'web.payouts.noBank',
    add: 'web.payouts.addBank',
    update: 'web.payouts.updateBank',
    save: 'web.payouts.saveBank',
  },
  upi: {
    list: 'web.payouts.upiTitle',
    listPath: paths.upiList(),
    none: 'web.payouts.noUpi',
    add: 'web.payouts.addUpi',
    update: 'web.payouts.updateUpi',
    save: 'web.payouts.saveUpi',
  },
} as const;

export const getAccountName = (t: Translate, account: PayoutAccount): string =>
  account.kind === 'upi' ? account.upiId : account.bankName || t('web.payouts.bankAccount');

export const formatAccountDetail = (t: Translate, account: PayoutAccount): string =>
  account.kind === 'upi'
    ? t('web.payouts.upi')
    : t('web.payouts.accountEnding', { ending: account.accountEnding, ifsc: account.ifsc });

/** Why money cannot be sent to the account yet. */
export const getWaitReason = (t: Translate, { waitReason, nameAtBank }: PayoutAccount): string =>
  t(`web.payouts.wait.${waitReason ?? 'no_answer'}`, { name: nameAtBank });

/** "21 Nov, 10:40 am" */
export const formatDayAndTime = (t: Translate, time: string): string =>
  `${formatDate(t, time, { year: false })}, ${formatTime(t, time)}`;

/** What `validateAmount` found. */
export function formatAmountError(t: Translate, { code, values = {} }: FieldError): string {
  const { time } = values;
  return t(code, typeof time === 'string' ? { ...values, time: formatDayAndTime(t, time) } : values);
}

function formatLineDetail(t: Translate, line: PassbookLine, rest: RestingRelease | undefined): string {
  const number = line.jobNumber ?? '';
  if (line.kind === 'held') return t('web.payouts.line.held', { number });
  if (rest)
    return rest.until === null
      ? t('web.payouts.line.onHold', { number })
      : t('web.payouts.line.rests', { date: formatDate(t, rest.until, { year: false }) });
  if (line.kind === 'release') return t('web.payouts.line.released', { number });
  if (line.kind === 'withdrawal_returned') return t('web.payouts.line.returned');
  if (line.kind === 'withdrawal_reversed') return t('web.payouts.line.reversed');
  return line.reference === null
    ? t('web.payouts.line.withdrawal')
    : t('web.payouts.line.withdrawalUtr', { utr: line.reference });
}

export function toPassbookEntry(t: Translate, line: PassbookLine, rest?: RestingRelease): PassbookEntry {
  return {
    id: line.id,
    title: line.title,
    detail: formatLineDetail(t, line, rest),
    ...(rest && { rests: true }),
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
