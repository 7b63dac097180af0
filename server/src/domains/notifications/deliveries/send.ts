import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { reachFaultPoint } from '../../../platform/fault-point.ts';
import { endSentence, translate } from '../../../platform/messages.ts';
import type { PushSender } from '../../../ports/messaging.ts';
import { ProviderError } from '../../../ports/provider-error.ts';
import { buildOwnerAlert, type OwnerMessage } from '../../identity/index.ts';
import { countUnread } from '../store.ts';
import { buildUnsubscribeUrl } from '../unsubscribing/service.ts';
import { deletePushDevices, listPushDevices, type PushDevice } from '../settings/store.ts';
import { claimMessage, enqueueDelivery, NOT_SENT, type Claim } from './claims.ts';
import { buildContent, SETTINGS_PATH, toPlainText, type Content } from './content.ts';
import { buildMail } from './mail.ts';
import { calculateLimitedRetryMs, calculateRetryMs, getChannelState, type Recipient } from './rules.ts';
import { endAttempt, postponeAttempt, type DeliveryRow } from './store.ts';

/**
 * Sends the message of a delivery, and of what is due beside it. May be called again at any point: what was sent is not
 * sent again, and an attempt whose answer was lost is looked up first where the vendor can be asked.
 */
export async function deliver(deps: Deps, id: number): Promise<void> {
  const claim = await inTx(deps.db, (tx) => claimMessage(deps, tx, id));
  if (claim === null) return;
  reachFaultPoint('message_claimed');
  const { ports, db } = deps;
  let result: SendResult;
  try {
    result = await send(deps, claim);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    result = { error };
  }
  reachFaultPoint('message_sent');
  await inTx(db, (tx) => recordResult(tx, claim, result, ports.clock.now()));
}

type SendResult =
  | {
      status: 'sent' | 'delivered' | 'read' | 'failed' | 'skipped';
      providerId?: string | null;
      reason?: string;
    }
  | { error: ProviderError };

async function recordResult(
  tx: Tx,
  { delivery, isRepeat }: Claim,
  result: SendResult,
  now: Date,
): Promise<void> {
  if (!('error' in result)) return endAttempt(tx, delivery.id, result, now);
  const { outcome, code, retryAfterMs } = result.error;
  if (outcome === 'rejected') return endAttempt(tx, delivery.id, { status: 'failed', reason: code }, now);
  const isLimited = outcome === 'limited';
  const ageMs = now.getTime() - delivery.created_at.getTime();
  const retryMs = isLimited
    ? Math.max(retryAfterMs ?? 0, calculateLimitedRetryMs(ageMs, Math.random()))
    : calculateRetryMs(delivery.channel, delivery.attempts + 1);
  const sendAt = new Date(now.getTime() + retryMs);
  // Nothing was sent, so there is nothing to look up, unless an earlier attempt may have been accepted.
  const reason = isLimited && !isRepeat ? NOT_SENT : null;
  await postponeAttempt(tx, delivery.id, { sendAt, reason, isCounted: !isLimited }, now);
  return enqueueDelivery(tx, delivery, sendAt);
}

async function send(deps: Deps, claim: Claim): Promise<SendResult> {
  const { delivery, bundle, recipient } = claim;
  if (delivery.alert_id !== null) {
    const message = await buildOwnerAlert(deps, {
      alertId: delivery.alert_id,
      channel: delivery.channel === 'sms' ? 'mobile' : 'email',
      isStop: delivery.type === 'withdrawals_stopped',
    });
    return message === null
      ? { status: 'skipped', reason: 'not_reachable' }
      : sendAlert(deps, claim, message);
  }
  const [first = delivery, ...others] = bundle;
  const content = buildContent(recipient.locale, [first, ...others]);
  switch (delivery.channel) {
    case 'sms':
      return sendSms(deps, claim, recipient.mobile, {
        locale: recipient.locale,
        template: content.template,
        text: toPlainText(
          translate(recipient.locale, 'deliveries.sms', {
            text: endSentence(recipient.locale, content.smsText),
            link: buildShortLink(deps, delivery),
          }),
        ),
        values: [...content.templateValues.map(toPlainText), buildShortLink(deps, delivery)],
      });
    case 'whatsapp':
      return sendWhatsApp(deps, claim, content);
    case 'push':
      return sendPush(deps, claim, content);
    case 'email':
      return sendMail(deps, claim, content);
  }
}

const UNREACHABLE: SendResult = { status: 'skipped', reason: 'not_reachable' };

const buildShortLink = ({ config }: Deps, { link_code }: DeliveryRow): string =>
  `${config.publicUrl}/s/${link_code}`;

async function sendSms(
  { ports }: Deps,
  { delivery, isRepeat }: Claim,
  to: string | null,
  message: { locale: Recipient['locale']; template: string; text: string; values: readonly string[] },
): Promise<SendResult> {
  if (to === null) return UNREACHABLE;
  const { reference, created_at: sentAfter } = delivery;
  const known = isRepeat ? await ports.sms.findMessage({ reference, to, sentAfter }) : null;
  if (known)
    return {
      status: known.state,
      providerId: known.providerId,
      ...(known.reason !== null && { reason: known.reason }),
    };
  return { status: 'sent', ...(await ports.sms.send({ ...message, to, reference })) };
}

async function sendWhatsApp(
  { ports }: Deps,
  { delivery, recipient }: Claim,
  content: Content,
): Promise<SendResult> {
  if (ports.whatsApp === null || recipient.mobile === null) return UNREACHABLE;
  const { providerId } = await ports.whatsApp.send({
    to: recipient.mobile,
    template: content.template,
    locale: recipient.locale,
    text: content.parts.length > 0 ? `${content.title}: ${content.text}` : content.text,
    values: content.templateValues,
    linkPath: `s/${delivery.link_code}`,
    linkText: content.button,
    reference: delivery.reference,
  });
  return { status: 'sent', providerId };
}

const PUSH_TTL_SECONDS = 24 * 3600;

async function sendPush(deps: Deps, { delivery }: Claim, content: Content): Promise<SendResult> {
  const { db, ports } = deps;
  const devices = await listPushDevices(db, delivery.user_id);
  const payload = JSON.stringify({
    title: content.title,
    body: content.text.slice(0, 500),
    // A repeat replaces what the phone shows.
    tag: delivery.reference,
    path: content.path,
    badge: await countUnread(db, delivery.user_id),
  });
  const message = {
    payload,
    topic: delivery.reference,
    ttlSeconds: PUSH_TTL_SECONDS,
    urgency: delivery.is_urgent ? ('high' as const) : ('normal' as const),
  };
  const results = await Promise.all(devices.map((device) => sendToDevice(ports.push, device, message)));
  const goneIds = devices.filter((_, index) => results[index] === 'gone').map(({ id }) => id);
  await inTx(db, (tx) => deletePushDevices(tx, goneIds));
  const failure = results.find((result) => result instanceof ProviderError);
  if (failure) throw failure;
  if (results.includes('sent')) return { status: 'sent' };
  return results.includes('refused')
    ? { status: 'failed', reason: 'push_refused' }
    : { status: 'skipped', reason: 'no_device' };
}

/** A browser whose push service refuses, or is silent, must not keep the message from the others. */
async function sendToDevice(
  push: PushSender,
  { endpoint, p256dh, auth }: PushDevice,
  message: Omit<Parameters<PushSender['send']>[0], 'endpoint' | 'p256dh' | 'auth'>,
): Promise<'sent' | 'gone' | 'refused' | ProviderError> {
  try {
    return await push.send({ endpoint, p256dh, auth, ...message });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.outcome === 'rejected' ? 'refused' : error;
  }
}

async function sendMail(deps: Deps, { delivery, recipient }: Claim, content: Content): Promise<SendResult> {
  const { config, ports } = deps;
  if (recipient.email === null) return UNREACHABLE;
  // What nobody can turn off has no such link; a message of several groups leads to the settings alone.
  const { group } = content;
  const unsubscribe =
    group === null || getChannelState([], group, 'email') === 'always'
      ? null
      : buildUnsubscribeUrl(deps, { userId: delivery.user_id, group });
  const mail = buildMail(recipient.locale, content, {
    open: buildShortLink(deps, delivery),
    settings: `${config.publicUrl}${SETTINGS_PATH}`,
    unsubscribe,
  });
  await ports.mail.send({
    to: recipient.email,
    ...mail,
    reference: delivery.reference,
    ...(unsubscribe !== null && { unsubscribeUrl: unsubscribe }),
  });
  return { status: 'sent' };
}

async function sendAlert(deps: Deps, claim: Claim, message: OwnerMessage): Promise<SendResult> {
  const { to, locale, sms, mail } = message;
  if (claim.delivery.channel === 'sms') return sendSms(deps, claim, to, { locale, ...sms });
  await deps.ports.mail.send({ to, ...mail, reference: claim.delivery.reference });
  return { status: 'sent' };
}
