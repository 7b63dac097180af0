import type { OtpChannel } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import type { Locale } from '@fws/contract/platform/messages';
import type { Deps } from '../../../platform/deps.ts';
import { listValueNames, translate } from '../../../platform/messages.ts';
import { formatAccount, buildAlertLink, formatPlainRupees, shortenUpiId } from './rules.ts';
import { findAlertAccount, findAlertById, type AlertRow } from './store.ts';
import { getUserById } from '../store.ts';

/** What an owner is told by one channel. */
export interface OwnerMessage {
  to: string;
  locale: Locale;
  sms: SmsText;
  mail: { subject: string; text: string };
}

/** A text registered with the operators, and its values in the order of the text. */
interface SmsText {
  template: string;
  text: string;
  values: readonly string[];
}

/**
 * Builds an alert to the owner of an account, or the message that withdrawals are stopped. The link and the contact are
 * looked up when it is sent, because nothing else may hold them. Null: there is nobody to send it to.
 */
export async function buildOwnerAlert(
  deps: Pick<Deps, 'db' | 'config' | 'keyring' | 'ports'>,
  { alertId, channel, isStop }: { alertId: number; channel: OtpChannel; isStop: boolean },
): Promise<OwnerMessage | null> {
  const alert = await findAlertById(deps.db, alertId);
  if (!alert || alert[channel] === '') return null;
  const { locale } = await getUserById(deps.db, alert.user_id);
  const to = alert[channel];
  if (isStop) return { to, locale, ...buildStopTexts(deps.config, locale) };
  const account = await findAlertAccount(deps.db, alert);
  const now = deps.ports.clock.now();
  const from = account && account.usable_from > now ? account.usable_from : null;
  const link = buildAlertLink(deps.config.publicUrl, deps.keyring.current, alert);
  return { to, locale, ...buildAlertTexts(alert, { from, link, locale }) };
}

function buildStopTexts(config: Deps['config'], locale: Locale): Pick<OwnerMessage, 'sms' | 'mail'> {
  const values = { link: `${config.publicUrl}/login`, contact: config.mailFrom };
  return {
    sms: {
      template: 'withdrawals_stopped',
      text: translate(locale, 'identity.stopped_sms', values),
      values: [values.link],
    },
    mail: {
      subject: translate(locale, 'identity.stopped_subject'),
      text: translate(locale, 'identity.stopped_mail', values),
    },
  };
}

type AlertContent = Pick<AlertRow, 'kind' | 'facts' | 'device' | 'address'>;
/** `from`: when the payout account can be used; null when it can be used now. */
interface AlertContext {
  from: Date | null;
  link: string;
  locale: Locale;
}

/** Builds the texts of one event for SMS and e-mail. */
export function buildAlertTexts(
  alert: AlertContent,
  context: AlertContext,
): Pick<OwnerMessage, 'sms' | 'mail'> {
  const { link, locale } = context;
  const device = formatDevice(alert.device, locale);
  const origin = [
    device && translate(locale, 'identity.alert_device', { device }),
    alert.address && translate(locale, 'identity.alert_address', { address: alert.address }),
  ];
  const text = [
    formatEvent(alert, context, 'email'),
    origin.filter((line) => line !== '').join('\n'),
    translate(locale, 'identity.alert_mail', { link }),
  ];
  return {
    sms: {
      template: alert.kind,
      text: translate(locale, 'identity.alert_sms', { what: formatEvent(alert, context, 'mobile'), link }),
      values: [...listEventValues(alert, context), link],
    },
    mail: {
      subject: translate(locale, `identity.alert_subject_${alert.kind}`),
      text: text.filter((part) => part !== '').join('\n\n'),
    },
  };
}

const formatEvent = (alert: AlertContent, context: AlertContext, channel: OtpChannel): string =>
  translate(context.locale, `identity.alert_${alert.kind}`, buildEventValues(alert, context, channel));

/** The values of the text message, in the order of its text. */
function listEventValues(alert: AlertContent, context: AlertContext): string[] {
  const values = buildEventValues(alert, context, 'mobile');
  return listValueNames(context.locale, `identity.alert_${alert.kind}`).map((name) => values[name] ?? '');
}

function buildEventValues(
  { facts, device }: AlertContent,
  { from, locale }: AlertContext,
  channel: OtpChannel,
): Record<string, string> {
  const { account, amountPaise = 0, dueAt = '' } = facts;
  const isShort = channel === 'mobile';
  return {
    account: account ? (isShort ? formatShortAccount(account, locale) : formatAccount(account)) : '',
    amount: isShort ? formatPlainRupees(amountPaise) : formatRupees(amountPaise),
    usable:
      from === null
        ? translate(locale, 'identity.alert_usable_now')
        : translate(locale, 'identity.alert_usable_from', { time: from.toISOString() }),
    due: dueAt,
    device: formatDevice(device, locale) || translate(locale, 'identity.alert_no_device'),
  };
}

/** Without the bank's name, which may be in any script. */
const formatShortAccount = (account: NonNullable<AlertFacts['account']>, locale: Locale): string =>
  account.kind === 'bank'
    ? translate(locale, 'identity.alert_bank_account', { ending: account.ending })
    : translate(locale, 'identity.alert_upi_id', { upi: shortenUpiId(account.upiId) });

/** "Chrome on Android". */
const formatDevice = (device: string, locale: Locale): string =>
  device.replace(' · ', locale === 'hi' ? ', ' : ' on ');
