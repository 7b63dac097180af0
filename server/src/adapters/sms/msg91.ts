import { z } from 'zod';
import type { SmsSender, SmsTemplate } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { callProvider } from '../provider-call.ts';
import { createProviderCircuit } from '../provider-circuit.ts';

export interface Msg91Config {
  /** `https://control.msg91.com`. */
  baseUrl: string;
  authKey: string;
  /** The vendor's ids of the registered texts; null for the sandbox's. */
  templateIds: Record<SmsTemplate, Record<'en' | 'hi', string>> | null;
}

const SANDBOX_TEMPLATE_IDS = {
  otp: { en: 'fws-otp-en', hi: 'fws-otp-hi' },
  notice: { en: 'fws-notice-en', hi: 'fws-notice-hi' },
};

const reply = z.object({ type: z.string(), message: z.string().optional() });

export function createMsg91Sms(config: Msg91Config): SmsSender {
  const circuit = createProviderCircuit('msg91');
  const templateIds = config.templateIds ?? SANDBOX_TEMPLATE_IDS;

  return {
    async send({ to, templateId, locale, text, values }) {
      const answer = await callProvider(circuit, {
        method: 'POST',
        url: `${config.baseUrl}/api/v5/flow`,
        headers: { authkey: config.authKey },
        body: {
          template_id: templateIds[templateId][locale],
          // The vendor writes the message from its template and the values. It ignores variables the template
          // does not use, such as `text`, which the sandbox shows.
          recipients: [{ ...values, text, mobiles: to.replace(/\D/g, '') }],
        },
      });
      const decoded = reply.safeParse(answer.body);
      if (!decoded.success) {
        throw new ProviderError(
          'unknown',
          'unexpected_answer',
          `answered ${answer.status} with unknown fields`,
        );
      }
      // Refusals may come with status 200.
      if (answer.status >= 400 || decoded.data.type !== 'success') {
        throw new ProviderError(
          'rejected',
          'sms_refused',
          decoded.data.message ?? 'refused without a reason',
        );
      }
    },
  };
}
