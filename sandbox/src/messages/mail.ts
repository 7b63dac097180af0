import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Context } from '../context.ts';
import { takeFault } from '../faults.ts';
import type { Message } from '../state.ts';
import { findManner, keepMessage } from './messages.ts';
import { buildReturnedMail } from './returned-mail.ts';

/** How faults name the mail server, as `failNext.path`. */
const FAULT_CALL = { url: 'smtp', method: 'POST' };

/** What tests may want to see of a mail's headers. */
const HEADERS_KEPT = new Set(['list-unsubscribe', 'list-unsubscribe-post']);

/** Accepts mail for every recipient and delivers none. */
export function createMailServer(context: Context, save: () => Promise<void>): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // Mailers keep idle connections; closing does not wait for them.
    closeTimeout: 20,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onRcptTo: ({ address }, _session, callback) =>
      findManner(context, address) === 'refused'
        ? callback(toSmtpError(550, 'no such user here'))
        : callback(),
    onData: callbackify(async (stream: Readable, session: SMTPServerSession) => {
      const raw = await buffer(stream);
      if (context.faults.latencyMs > 0) await sleep(context.faults.latencyMs);
      failOnPurpose(context, 'before');
      await keepMail(context, raw, session);
      await save();
      failOnPurpose(context, 'after');
    }),
  });
  // A mailer that is killed resets its connection. Without a listener that would end the sandbox.
  server.on('error', () => {});
  return server;
}

function failOnPurpose({ faults }: Context, when: 'before' | 'after'): void {
  const fault = takeFault(faults, FAULT_CALL, when);
  if (fault) throw toSmtpError(fault.status, 'failing on purpose');
}

const toSmtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

async function keepMail(context: Context, raw: Buffer, session: SMTPServerSession): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text?.trim() ?? mail.html?.replace(/<[^>]*>/g, ' ').trim() ?? '';
  const sender = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
  for (const { address: to } of session.envelope.rcptTo) {
    const message = keepMessage(context, {
      id: mail.messageId ?? randomUUID(),
      to,
      channel: 'email',
      vendor: 'smtp',
      reference: /^<([^@>]+)@/.exec(mail.messageId ?? '')?.[1] ?? null,
      from: mail.from?.address ?? sender,
      subject: mail.subject ?? null,
      text,
      html: mail.html ?? null,
      returnPath: sender,
      headers: Object.fromEntries(
        mail.headers.filter(({ key }) => HEADERS_KEPT.has(key)).map(({ key, value }) => [key, value]),
      ),
      ...findLink(mail),
    });
    if (to.toLowerCase().startsWith('bounce') || findManner(context, to) === 'undelivered')
      returnMail(context, { message, sender, raw });
  }
}

/** Where the main button leads: the first link of the HTML, else of the text. */
function findLink({ html }: Email): { link?: string } {
  const href = /<a\b[^>]*\bhref="(https?:[^"]+)"/i.exec(html ?? '')?.[1];
  return href === undefined ? {} : { link: href.replaceAll('&amp;', '&') };
}

/** The recipient's server returns it, and ours hands it on. A name with "full" bounces for a while only. */
function returnMail(context: Context, mail: { message: Message; sender: string; raw: Buffer }): void {
  context.scheduleStep(context.settings.receiptDelayMs, () => {
    mail.message.state = 'failed';
    context.webhooks.send({
      entity: mail.message.id,
      url: `${context.settings.fwsUrl}/webhooks/mail`,
      type: 'returned mail',
      version: '1',
      dialect: 'mail',
      data: buildReturnedMail({
        sender: mail.sender,
        to: mail.message.to,
        status: mail.message.to.includes('full') ? '4.2.2' : '5.1.1',
        at: context.now(),
        headers: mail.raw.toString('utf8').split(/\r?\n\r?\n/, 1)[0] ?? '',
      }),
    });
  });
}
