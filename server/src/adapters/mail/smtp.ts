import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Mailer } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { reachFaultPoint } from '../../platform/fault-point.ts';
import { createProviderCircuit } from '../provider-circuit.ts';
import { readReturnedMail } from './bounce.ts';

export interface SmtpConfig {
  /** For example `smtps://user:password@host`. Plain `smtp://` upgrades by STARTTLS when the server offers it. */
  url: string;
  from: string;
  /** Undeliverable mails return to `bounces+<reference>@…`; null: to the sender. */
  bounceAddress: string | null;
  /** What the mail server proves itself with when it hands on a returned mail; empty: nobody may. */
  bounceSecrets: readonly string[];
}

const ANSWER_WITHIN_MS = 6000;

export function createSmtpMailer({ url, from, bounceAddress, bounceSecrets }: SmtpConfig): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
    // Also ends idle connections, so that they do not keep a finished process alive.
    socketTimeout: ANSWER_WITHIN_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const circuit = createProviderCircuit('smtp');

  return {
    async send({ to, subject, text, html, reference, unsubscribeUrl }) {
      const mail: SendMailOptions = {
        from,
        to,
        subject,
        text,
        ...(html !== undefined && { html }),
        // The same at every attempt, so that the recipient's server can drop a repetition.
        ...(reference !== undefined && { messageId: `<${reference}@${getHost(from)}>` }),
        ...(reference !== undefined &&
          bounceAddress !== null && {
            envelope: { from: bounceAddress.replace('@', `+${reference}@`), to },
          }),
        ...(unsubscribeUrl !== undefined && {
          list: { unsubscribe: { url: unsubscribeUrl } },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
      };
      await circuit.run('send', async () => {
        reachFaultPoint('before_provider');
        await waitWithTimeout(transport.sendMail(mail));
        reachFaultPoint('after_provider');
      });
    },

    readBounce: (headers, rawBody) => readReturnedMail({ headers, rawBody }, bounceSecrets),
  };
}

/** `fws.in` of `FWS <no-reply@fws.in>`. */
export const getHost = (from: string): string => /@([^<>@\s]+)>?$/.exec(from.trim())?.[1] ?? 'localhost';

/** Limits the whole SMTP conversation; the time-outs above limit each step of it. */
async function waitWithTimeout(sending: Promise<unknown>): Promise<void> {
  const timeoutController = new AbortController();
  const timeout = sleep(ANSWER_WITHIN_MS, undefined, { signal: timeoutController.signal }).then(() => {
    throw new Error('the mail server took too long');
  });
  try {
    await Promise.race([sending, timeout]);
  } catch (error) {
    throw toProviderError(error);
  } finally {
    timeoutController.abort();
    timeout.catch(() => undefined);
    sending.catch(() => undefined);
  }
}

/** SMTP codes: 5xx is a final rejection; 4xx and no answer may be retried. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof Error && 'responseCode' in error) {
    const outcome = Number(error.responseCode) >= 500 ? 'rejected' : 'unknown';
    return new ProviderError(
      outcome,
      `smtp_${String(error.responseCode)}`,
      'the mail server refused the message',
    );
  }
  if (error instanceof Error && 'code' in error && error.code === 'EENVELOPE') {
    return new ProviderError('rejected', 'bad_address', 'not an address that mail can go to');
  }
  return new ProviderError('unknown', 'no_answer', 'the mail server did not take the message');
}
