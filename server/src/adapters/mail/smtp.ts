import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/messaging.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { createProviderCircuit } from '../provider-circuit.ts';

export interface SmtpConfig {
  /** For example `smtps://user:password@host`. Plain `smtp://` upgrades by STARTTLS when the server offers it. */
  url: string;
  from: string;
}

const ANSWER_WITHIN_MS = 6000;

export function createSmtpMailer({ url, from }: SmtpConfig): Mailer {
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
    async send({ to, subject, text, html }) {
      const mail = { from, to, subject, text, ...(html === undefined ? {} : { html }) };
      await circuit.run('send', () => waitWithTimeout(transport.sendMail(mail)));
    },
  };
}

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
