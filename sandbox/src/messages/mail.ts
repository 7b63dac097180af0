import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Context } from '../context.ts';
import { keepMessage } from './messages.ts';

/** Accepts mail for every recipient and delivers none. */
export function createMailServer(context: Context, save: () => Promise<void>): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // Mailers keep idle connections; closing does not wait for them.
    closeTimeout: 20,
    onAuth: (_auth, _session, callback) => callback(null, { user: 'anybody' }),
    onData: callbackify(async (stream: Readable, session: SMTPServerSession) => {
      const raw = await buffer(stream);
      await keepMail(
        context,
        raw,
        session.envelope.rcptTo.map((recipient) => recipient.address),
      );
      await save();
    }),
  });
}

async function keepMail(context: Context, raw: Buffer, recipients: string[]): Promise<void> {
  const mail = await PostalMime.parse(raw);
  const text = mail.text?.trim() ?? mail.html?.replace(/<[^>]*>/g, ' ').trim() ?? '';
  for (const to of recipients) {
    keepMessage(context, { to, channel: 'email', subject: mail.subject ?? null, text });
  }
}
