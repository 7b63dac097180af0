import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { OtpChannel } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import { formatRupees } from '@fws/contract/platform/display';
import type { Locale } from '@fws/contract/platform/messages';
import type { Deps } from '../../../platform/domain.ts';
import { defineTasks, type Payloads, type Tasks } from '../../../platform/queue/index.ts';
import { translate } from '../../../platform/messages.ts';
import { formatAccount, buildAlertLink, isTrustedContact, formatPlainRupees, shortenUpiId } from './rules.ts';
import { findAlertAccount, findAlertById, type AlertRow } from './store.ts';
import { getUserById } from '../store.ts';

interface Message {
  to: string;
  locale: Locale;
  sms: string;
  mail: { subject: string; text: string };
}

const channel = z.enum(['mobile', 'email']);
const alertPayload = z.object({ alertId: z.int(), channel });
const payloads = {
  send_owner_alert: alertPayload,
  send_withdrawals_stopped: alertPayload,
  send_withdrawals_allowed: z.object({ userId: z.int(), channel }),
};
declare module '../../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** Tasks that send alerts by SMS and e-mail. Payloads hold no links or contacts: a task looks both up when it runs. */
export function alertTasks(deps: Deps): Tasks {
  return defineTasks(payloads, {
    async send_owner_alert({ alertId, channel }) {
      const alert = await loadAlert(deps, alertId);
      if (alert[channel] === '') return;
      const { locale } = await getUserById(deps.db, alert.user_id);
      const account = await findAlertAccount(deps.db, alert);
      const now = deps.ports.clock.now();
      const from = account && account.usable_from > now ? account.usable_from : null;
      const link = buildAlertLink(deps.config.publicUrl, deps.keyring.current, alert);
      await send(deps, channel, {
        to: alert[channel],
        locale,
        ...buildAlertTexts(alert, { from, link, locale }),
      });
    },
    async send_withdrawals_stopped({ alertId, channel }) {
      const alert = await loadAlert(deps, alertId);
      if (alert[channel] === '') return;
      const { locale } = await getUserById(deps.db, alert.user_id);
      const values = { link: `${deps.config.publicUrl}/login`, contact: deps.config.mailFrom };
      await send(deps, channel, {
        to: alert[channel],
        locale,
        sms: translate(locale, 'identity.stopped_sms', values),
        mail: {
          subject: translate(locale, 'identity.stopped_subject'),
          text: translate(locale, 'identity.stopped_mail', values),
        },
      });
    },
    async send_withdrawals_allowed({ userId, channel }) {
      const user = await getUserById(deps.db, userId);
      if (!isTrustedContact(user[`${channel}_verified_at`], user.contacts_trusted_before)) return;
      const text = translate(user.locale, 'identity.withdrawals_allowed');
      const subject = translate(user.locale, 'identity.withdrawals_allowed_subject');
      await send(deps, channel, {
        to: user[channel],
        locale: user.locale,
        sms: text,
        mail: { subject, text },
      });
    },
  });
}

async function loadAlert(deps: Deps, alertId: number): Promise<AlertRow> {
  const alert = await findAlertById(deps.db, alertId);
  if (!alert) throw new Error('the alert to send was not found');
  return alert;
}

async function send(deps: Deps, channel: OtpChannel, { to, locale, sms, mail }: Message): Promise<void> {
  if (channel === 'email') return deps.ports.mail.send({ to, ...mail });
  await deps.ports.sms.send({
    to,
    template: 'notice',
    locale,
    text: sms,
    values: [sms],
    reference: randomUUID(),
  });
}

type AlertContent = Pick<AlertRow, 'kind' | 'facts' | 'device' | 'address'>;
/** `from`: when the payout account can be used; null when it can be used now. */
interface AlertContext {
  from: Date | null;
  link: string;
  locale: Locale;
}

/** Builds the texts of one event for SMS and e-mail. */
export function buildAlertTexts(alert: AlertContent, context: AlertContext): Pick<Message, 'sms' | 'mail'> {
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
    sms: translate(locale, 'identity.alert_sms', { what: formatEvent(alert, context, 'mobile'), link }),
    mail: {
      subject: translate(locale, `identity.alert_subject_${alert.kind}`),
      text: text.filter((part) => part !== '').join('\n\n'),
    },
  };
}

function formatEvent(
  { kind, facts, device }: AlertContent,
  { from, locale }: AlertContext,
  channel: OtpChannel,
): string {
  const { account, amountPaise = 0 } = facts;
  const isShort = channel === 'mobile';
  return translate(locale, `identity.alert_${kind}`, {
    account: account ? (isShort ? formatShortAccount(account, locale) : formatAccount(account)) : '',
    amount: isShort ? formatPlainRupees(amountPaise) : formatRupees(amountPaise),
    usable:
      from === null
        ? translate(locale, 'identity.alert_usable_now')
        : translate(locale, 'identity.alert_usable_from', { time: from.toISOString() }),
    device: formatDevice(device, locale) || translate(locale, 'identity.alert_no_device'),
  });
}

/** Without the bank's name, which may be in any script. */
const formatShortAccount = (account: NonNullable<AlertFacts['account']>, locale: Locale): string =>
  account.kind === 'bank'
    ? translate(locale, 'identity.alert_bank_account', { ending: account.ending })
    : translate(locale, 'identity.alert_upi_id', { upi: shortenUpiId(account.upiId) });

/** "Chrome on Android". */
const formatDevice = (device: string, locale: Locale): string =>
  device.replace(' · ', locale === 'hi' ? ', ' : ' on ');
