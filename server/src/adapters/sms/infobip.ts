import { z } from 'zod';
import type { MessageReceipt, SmsSender } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { readReceipts, toReason } from '../message-webhook.ts';
import { callProvider, type ProviderRequest, type ProviderStatus } from '../provider-call.ts';
import { createProviderCircuit } from '../provider-circuit.ts';
import { findRegisteredText, type SmsTemplates } from './templates.ts';

// Send: https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages.
// Logs: https://www.infobip.com/docs/api/channels/sms/logs-and-status-reports/get-outbound-sms-message-logs-v3.
// Receipts and their credentials: https://www.infobip.com/docs/api/platform/subscriptions-api/create-security-settings.

export interface InfobipConfig {
  /** The account's own address, `https://xxxxx.api.infobip.com`. */
  baseUrl: string;
  apiKey: string;
  /** The registered header, `FWSPAY`. */
  sender: string;
  /** The company's id with the operators (DLT principal entity). */
  entityId: string;
  /** The passwords of the webhook's Basic credentials. */
  webhookSecrets: readonly string[];
  templates: SmsTemplates | null;
}

/** The vendor forgets messages after 48 hours; an hour less, because clocks differ. */
const LOGGED_FOR_MS = 47 * 3600_000;

const status = z.object({ groupName: z.string(), name: z.string().nullish() });
const sendReply = z.object({ messages: z.array(z.object({ messageId: z.string(), status })).min(1) });
const refusal = z.union([
  z
    .object({ errorCode: z.string(), description: z.string().nullish() })
    .transform(({ errorCode, description }) => ({ code: errorCode, text: description ?? '' })),
  z
    .object({
      requestError: z.object({ serviceException: z.object({ messageId: z.string(), text: z.string() }) }),
    })
    .transform(({ requestError: { serviceException } }) => ({
      code: serviceException.messageId,
      text: serviceException.text,
    })),
]);
const result = z.object({
  messageId: z.string(),
  status,
  error: z.object({ name: z.string().nullish() }).nullish(),
});
const results = z.object({ results: z.array(result) });

export function createInfobipSms(config: InfobipConfig): SmsSender {
  const circuit = createProviderCircuit('infobip');
  const call = async (request: Omit<ProviderRequest, 'headers' | 'url'> & { path: string }) => {
    const answer = await callProvider(circuit, {
      method: request.method,
      body: request.body,
      url: config.baseUrl + request.path,
      headers: { authorization: `App ${config.apiKey}` },
    });
    if (answer.status >= 400) throw toRefusal(answer);
    return answer;
  };

  return {
    provider: 'infobip',

    async send({ to, template, locale, text, reference }) {
      const { dlt } = findRegisteredText(config.templates, template, locale);
      const answer = await call({
        method: 'POST',
        path: '/sms/3/messages',
        body: {
          messages: [
            {
              sender: config.sender,
              // The vendor takes our id as its own. It does not refuse a repeated one.
              destinations: [{ to: to.replace(/\D/g, ''), messageId: reference }],
              content: { text },
              options: {
                regional: { indiaDlt: { principalEntityId: config.entityId, contentTemplateId: dlt } },
              },
            },
          ],
        },
      });
      const decoded = sendReply.safeParse(answer.body);
      const [message] = decoded.data?.messages ?? [];
      if (!message) throw toUnexpected(answer);
      if (message.status.groupName === 'REJECTED')
        throw new ProviderError('rejected', 'sms_refused', toReason(message.status.name) ?? 'refused');
      return { providerId: message.messageId };
    },

    async findMessage({ reference, sentAfter }) {
      if (Date.now() - sentAfter.getTime() > LOGGED_FOR_MS)
        throw new ProviderError('unknown', 'log_ended', 'the vendor no longer lists messages of that time');
      const query = new URLSearchParams({ messageId: reference });
      const answer = await call({ method: 'GET', path: `/sms/3/logs?${query}` });
      const decoded = results.safeParse(answer.body);
      if (!decoded.success) throw toUnexpected(answer);
      return decoded.data.results.map(toReceipt).find((row) => row.reference === reference) ?? null;
    },

    readWebhook: (headers, rawBody) =>
      readReceipts({ headers, rawBody }, config.webhookSecrets, {
        body: results,
        toReceipts: (body) => body.results.map(toReceipt),
      }),
  };
}

const toUnexpected = ({ status: httpStatus }: ProviderStatus): ProviderError =>
  new ProviderError('unknown', 'unexpected_answer', `answered ${httpStatus} with unknown fields`);

function toRefusal(answer: ProviderStatus): ProviderError {
  const decoded = refusal.safeParse(answer.body);
  if (!decoded.success) return toUnexpected(answer);
  return new ProviderError('rejected', decoded.data.code, toReason(decoded.data.text) ?? 'refused');
}

function toReceipt({
  messageId,
  status: { groupName, name },
  error,
}: z.infer<typeof result>): MessageReceipt {
  const state = STATES[groupName] ?? 'failed';
  return {
    reference: messageId,
    providerId: messageId,
    state,
    reason: state === 'failed' ? toReason(name ?? groupName, error?.name) : null,
  };
}

/** The vendor's other groups (UNDELIVERABLE, EXPIRED, REJECTED) are final failures. */
const STATES: Record<string, MessageReceipt['state']> = {
  ACCEPTED: 'sent',
  PENDING: 'sent',
  DELIVERED: 'delivered',
};
