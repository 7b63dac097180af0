import type { OwnerAlert } from '@fws/contract/identity/alerts/schemas';
import { toIstDate } from '@fws/contract/platform/dates';
import { formatDate, formatRupees, formatTime, type Translate } from '../../platform/i18n/index.ts';
import type { Fact } from '../../ui/index.ts';

/** "Today, 10:31 am. We told you by SMS, by e-mail and here." */
export function formatAlertLead(t: Translate, { at, told }: OwnerAlert): string {
  const channels = told.sms ? (told.email ? 'both' : 'sms') : told.email ? 'email' : 'here';
  const isToday = toIstDate(new Date(at)) === toIstDate(new Date());
  const when = isToday ? t('web.alerts.today', { time: formatTime(t, at) }) : formatAlertTime(t, at);
  return `${when}. ${t(`web.alerts.told.${channels}`)}`;
}

const formatAlertTime = (t: Translate, at: string): string =>
  t('web.alerts.time', { date: formatDate(t, at, { year: false }), time: formatTime(t, at) });

/** "HDFC Bank, ending 8802", or the UPI ID. */
export function formatAccount(t: Translate, { facts: { account } }: OwnerAlert): string {
  if (!account) return '';
  return account.kind === 'upi'
    ? account.upiId
    : t('web.alerts.account', { bank: account.bankName, ending: account.ending });
}

export const formatRemoval = (t: Translate, { facts: { account } }: OwnerAlert): string =>
  account?.kind === 'upi'
    ? t('web.alerts.removes.upi', { upi: account.upiId })
    : t('web.alerts.removes.bank', { ending: account?.ending ?? '' });

/** Shown under the question: what follows if nobody objects. */
export function formatConsequence(t: Translate, { kind, account, facts }: OwnerAlert): string {
  if (facts.dueAt !== undefined) return t('web.alerts.factorsGo', { time: formatAlertTime(t, facts.dueAt) });
  if (!account) return t('web.alerts.check');
  if (account.removed) return t('web.alerts.removedSince');
  if (kind === 'payout_account_used') return t('web.alerts.onItsWay');
  return account.usableFrom === null
    ? t('web.alerts.usableNow')
    : t('web.alerts.usableFrom', { time: formatAlertTime(t, account.usableFrom) });
}

export function listFacts(t: Translate, alert: OwnerAlert): Fact[] {
  const { facts, device, address } = alert;
  const rows: [label: string, value: string | undefined][] = [
    [t('web.alerts.before'), facts.before],
    [t(facts.account?.kind === 'upi' ? 'web.alerts.upi' : 'web.alerts.bank'), formatAccount(t, alert)],
    [t('web.alerts.nameAtBank'), facts.account && (facts.account.nameAtBank || t('web.alerts.noNameAtBank'))],
    [t('web.alerts.amount'), facts.amountPaise === undefined ? '' : formatRupees(facts.amountPaise)],
    [t('web.alerts.provider'), facts.provider],
    [t('web.alerts.device'), formatDevice(t, device)],
    [t('web.alerts.address'), address],
  ];
  return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** "Chrome on Android". */
function formatDevice(t: Translate, device: string): string {
  const [browser = '', system] = device.split(' · ');
  return system === undefined ? browser : t('web.alerts.deviceOn', { browser, system });
}
