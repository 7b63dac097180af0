import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { MessageReceipt, WhatsAppEvent, WhatsAppSender } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { hashBody, parseOrNull } from '../cashfree.ts';
import { matchesSecret, toReason } from '../message-webhook.ts';
import { callProvider } from '../provider-call.ts';
import { createProviderCircuit } from '../provider-circuit.ts';

// Send: https://developers.facebook.com/docs/whatsapp/cloud-api/guides/send-message-templates.
// Webhooks: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/payload-examples.
// Signatures and the check of the address: https://developers.facebook.com/docs/graph-api/webhooks/getting-started.

export interface CloudWhatsAppConfig {
  /** `https://graph.facebook.com/v23.0`. */
  baseUrl: string;
  phoneNumberId: string;
  accessToken: string;
  /** Signs webhooks. */
  appSecret: string;
  /** Proves to us who checks the webhook's address. */
  verifyToken: string;
  /** Whether the sandbox stands in. It has no templates, so it is told the text. */
  standIn: boolean;
}

/** The second button of every template. Its text is part of the template. */
const STOP_PAYLOAD = 'STOP';
const STOP_TEXT = /^\s*(?:stop|unsubscribe|रोकें|बंद करें|बंद करो)\s*[.!।]*\s*$/i;

/** Error codes that mean "later": https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes. */
const LIMIT_CODES = new Set([4, 80007, 130429, 131048, 131056]);
const TEMPORARY_CODES = new Set([1, 2, 131000, 131016, 133004]);
const WAIT_WHEN_LIMITED_MS = 60_000;

const sendReply = z.object({ messages: z.array(z.object({ id: z.string() })).min(1) });
const refusal = z.object({ error: z.object({ code: z.number(), message: z.string().nullish() }) });

const statusUpdate = z.object({
  id: z.string(),
  status: z.string(),
  biz_opaque_callback_data: z.string().nullish(),
  errors: z.array(z.object({ code: z.number(), title: z.string().nullish() })).nullish(),
});
const incoming = z.object({
  from: z.string(),
  text: z.object({ body: z.string() }).nullish(),
  button: z.object({ payload: z.string().nullish(), text: z.string().nullish() }).nullish(),
  interactive: z.object({ button_reply: z.object({ id: z.string() }).nullish() }).nullish(),
});
const webhook = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(
    z.object({
      changes: z.array(
        z.object({
          value: z.object({
            statuses: z.array(statusUpdate).nullish(),
            messages: z.array(incoming).nullish(),
          }),
        }),
      ),
    }),
  ),
});

export function createCloudWhatsApp(config: CloudWhatsAppConfig): WhatsAppSender {
  const circuit = createProviderCircuit('whatsapp');

  return {
    provider: 'whatsapp',

    async send({ to, template, locale, text, values, linkPath, linkText, reference }) {
      const answer = await callProvider(circuit, {
        method: 'POST',
        url: `${config.baseUrl}/${config.phoneNumberId}/messages`,
        headers: {
          authorization: `Bearer ${config.accessToken}`,
          ...(config.standIn && { 'x-sandbox-template': encodeTemplate({ text, linkText }) }),
        },
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: to.replace(/\D/g, ''),
          type: 'template',
          biz_opaque_callback_data: reference,
          template: {
            name: `fws_${template}`,
            language: { code: locale },
            components: [
              ...(values.length === 0
                ? []
                : [
                    {
                      type: 'body',
                      parameters: values.map((value) => ({ type: 'text', text: toParameter(value) })),
                    },
                  ]),
              {
                type: 'button',
                sub_type: 'url',
                index: '0',
                parameters: [{ type: 'text', text: linkPath }],
              },
              {
                type: 'button',
                sub_type: 'quick_reply',
                index: '1',
                parameters: [{ type: 'payload', payload: STOP_PAYLOAD }],
              },
            ],
          },
        },
      });
      if (answer.status >= 400) throw toRefusal(answer.status, answer.body);
      const decoded = sendReply.safeParse(answer.body);
      const [message] = decoded.data?.messages ?? [];
      if (!message) throw new ProviderError('unknown', 'unexpected_answer', 'answered without a message id');
      return { providerId: message.id };
    },

    readWebhook(headers, rawBody) {
      if (!isSigned(headers['x-hub-signature-256'] ?? '', rawBody, config.appSecret))
        return { verdict: 'forged', reason: 'signature' };
      const decoded = webhook.safeParse(parseOrNull(rawBody));
      if (!decoded.success) return { verdict: 'malformed', reason: 'envelope' };
      // The vendor repeats a delivery for days, and a "stop" must count however late: no time, so none is too old.
      return {
        verdict: 'valid',
        dedupeKey: hashBody(rawBody),
        signedAt: null,
        type: 'messages',
        event: toEvent(decoded.data),
      };
    },

    answerChallenge(query) {
      const isCheck = query['hub.mode'] === 'subscribe';
      if (!isCheck || !matchesSecret(query['hub.verify_token'] ?? '', [config.verifyToken])) return null;
      return query['hub.challenge'] ?? null;
    },
  };
}

/** A header has Latin letters only. */
const encodeTemplate = (shown: { text: string; linkText: string }): string =>
  Buffer.from(JSON.stringify(shown), 'utf8').toString('base64');

/** The vendor refuses line breaks, tabs and more than four spaces in a row. */
const toParameter = (value: string): string => value.replaceAll(/\s+/g, ' ').trim();

function toRefusal(status: number, body: unknown): ProviderError {
  const decoded = refusal.safeParse(body);
  if (!decoded.success)
    return new ProviderError('unknown', `http_${status}`, `answered ${status} without the vendor's error`);
  const { code, message } = decoded.data.error;
  const reason = toReason(message) ?? 'refused';
  if (LIMIT_CODES.has(code))
    return new ProviderError('limited', `whatsapp_${code}`, reason, WAIT_WHEN_LIMITED_MS);
  return new ProviderError(TEMPORARY_CODES.has(code) ? 'unknown' : 'rejected', `whatsapp_${code}`, reason);
}

function isSigned(signature: string, rawBody: Buffer, secret: string): boolean {
  const [, hex = ''] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (hex === '') return false;
  return timingSafeEqual(Buffer.from(hex, 'hex'), createHmac('sha256', secret).update(rawBody).digest());
}

function toEvent({ entry }: z.infer<typeof webhook>): WhatsAppEvent | null {
  const values = entry.flatMap(({ changes }) => changes.map(({ value }) => value));
  const receipts = values.flatMap(({ statuses }) => statuses ?? []).flatMap(toReceipt);
  const stops = values
    .flatMap(({ messages }) => messages ?? [])
    .filter(isStop)
    .map(({ from }) => `+${from.replace(/\D/g, '')}`);
  return receipts.length + stops.length === 0 ? null : { receipts, stops: [...new Set(stops)] };
}

/** None for a message without our reference, and for states that a message of ours cannot have. */
function toReceipt({
  id,
  status,
  errors,
  biz_opaque_callback_data: reference,
}: z.infer<typeof statusUpdate>): MessageReceipt[] {
  if (!reference || !isState(status)) return [];
  const [error] = errors ?? [];
  return [
    { reference, providerId: id, state: status, reason: error ? toReason(error.code, error.title) : null },
  ];
}

const isState = (status: string): status is MessageReceipt['state'] =>
  ['sent', 'delivered', 'read', 'failed'].includes(status);

const isStop = ({ text, button, interactive }: z.infer<typeof incoming>): boolean =>
  button?.payload === STOP_PAYLOAD ||
  interactive?.button_reply?.id === STOP_PAYLOAD ||
  STOP_TEXT.test(text?.body ?? '');
