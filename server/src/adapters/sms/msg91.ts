import { z } from 'zod';
import { toIstDate } from '@fws/contract/platform/dates';
import type { MessageReceipt, SmsSender } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { readReceipts, toReason } from '../message-webhook.ts';
import { callProvider, type ProviderRequest } from '../provider-call.ts';
import { createProviderCircuit } from '../provider-circuit.ts';
import { findRegisteredText, type SmsTemplates } from './templates.ts';

// Send by flow: https://docs.msg91.com/sms/send-sms. Logs: https://docs.msg91.com/sms/logs.
// Receipts: https://msg91.com/help/webhook-new/how-to-receive-sms-delivery-reports-via-webhook-new.

export interface Msg91Config {
  /** `https://control.msg91.com`. */
  baseUrl: string;
  authKey: string;
  /** Any of them may come with a receipt. */
  webhookSecrets: readonly string[];
  /** Null for the sandbox's. */
  templates: SmsTemplates | null;
}

const DAY_MS = 24 * 3600_000;
/** The vendor refuses a report over more than three days. */
const REPORT_DAYS = 3;
const REPORT_PAGES_MAX = 5;
const REPORT_FIELDS = 'requestId,CRQID,telNum,status,failureReason,requestDate';

const sendReply = z.object({ type: z.string(), message: z.string().optional() });

const text = z.union([z.string(), z.number()]).transform(String).nullish();

const receipt = z.object({
  requestId: text,
  CRQID: text,
  status: text,
  // The older webhook says `desc` and `failedReason`.
  desc: text,
  failureReason: text,
  failedReason: text,
});

const report = z.object({
  data: z.array(receipt),
  metadata: z.object({ paginationToken: text }).nullish(),
});

export function createMsg91Sms(config: Msg91Config): SmsSender {
  const circuit = createProviderCircuit('msg91');
  const call = (request: Omit<ProviderRequest, 'headers' | 'url'> & { path: string }) =>
    callProvider(circuit, {
      method: request.method,
      body: request.body,
      url: config.baseUrl + request.path,
      headers: { authkey: config.authKey },
    });

  return {
    provider: 'msg91',

    async send({ to, template, locale, text: wholeText, values, reference }) {
      const { id } = findRegisteredText(config.templates, template, locale);
      const variables = Object.fromEntries(values.map((value, index) => [`var${index + 1}`, value]));
      const answer = await call({
        method: 'POST',
        path: '/api/v5/flow',
        body: {
          template_id: id,
          // Our links are short, and the registered text names our host.
          short_url: '0',
          // Without it the vendor answers before it has checked the request.
          realTimeResponse: '1',
          CRQID: reference,
          recipients: [
            {
              ...variables,
              mobiles: toDigits(to),
              CRQID: reference,
              // The vendor writes the message from its template and the values; the sandbox has no templates.
              ...(config.templates === null && { text: wholeText }),
            },
          ],
        },
      });
      const decoded = sendReply.safeParse(answer.body);
      if (!decoded.success) throw toUnexpected(answer.status);
      // Refusals may come with status 200.
      const { type, message } = decoded.data;
      if (answer.status >= 400 || type !== 'success')
        throw new ProviderError('rejected', 'sms_refused', toReason(message) ?? 'refused without a reason');
      return { providerId: message ?? null };
    },

    async findMessage({ reference, to, sentAfter }) {
      const query = new URLSearchParams({
        startDate: toIstDate(sentAfter),
        endDate: toIstDate(new Date(sentAfter.getTime() + (REPORT_DAYS - 1) * DAY_MS)),
        telNum: toDigits(to),
        fields: REPORT_FIELDS,
        limit: '100',
      });
      for (let page = 1; page <= REPORT_PAGES_MAX; page += 1) {
        const answer = await call({ method: 'GET', path: `/api/v5/report/logs/p/sms?${query}` });
        const decoded = report.safeParse(answer.body);
        if (answer.status >= 400 || !decoded.success) throw toUnexpected(answer.status);
        const { data, metadata } = decoded.data;
        const [found] = data.flatMap(toReceipt).filter((row) => row.reference === reference);
        if (found) return found;
        // A report without our references cannot tell that a message is absent.
        if (data.some((row) => row.CRQID === undefined)) throw toUnexpected(answer.status);
        if (!metadata?.paginationToken || data.length === 0) return null;
        query.set('paginationToken', metadata.paginationToken);
      }
      throw new ProviderError(
        'unknown',
        'report_too_long',
        'the report has too many messages to this number',
      );
    },

    readWebhook: (headers, rawBody) =>
      readReceipts({ headers, rawBody }, config.webhookSecrets, {
        body: z.union([z.array(receipt), receipt.transform((single) => [single])]),
        toReceipts: (receipts) => receipts.flatMap(toReceipt),
      }),
  };
}

const toDigits = (mobile: string): string => mobile.replace(/\D/g, '');

const toUnexpected = (status: number): ProviderError =>
  new ProviderError('unknown', 'unexpected_answer', `answered ${status} with unknown fields`);

/** None for a message without our reference: it was sent at the vendor's own pages. */
function toReceipt(row: z.infer<typeof receipt>): MessageReceipt[] {
  if (!row.CRQID || row.CRQID === '0') return [];
  const state = toState(row.status ?? row.desc ?? '');
  return [
    {
      reference: row.CRQID,
      providerId: row.requestId ?? null,
      state,
      reason:
        state === 'failed' ? toReason(row.status, row.desc, row.failureReason ?? row.failedReason) : null,
    },
  ];
}

/** Words in reports and in the newer webhook, numbers in the older one. */
function toState(status: string): MessageReceipt['state'] {
  if (/^(1|delivered)$/i.test(status)) return 'delivered';
  return /^(2|9|16|17|25)$|fail|reject|block|ndnc|undeliver|expire/i.test(status) ? 'failed' : 'sent';
}
