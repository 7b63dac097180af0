import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Context } from '../context.ts';
import { generateNumber, type Message } from '../state.ts';

const MESSAGES_KEPT = 500;

interface FlowRequest {
  template_id: string;
  recipients: Record<string, string>[];
}

const flowRequest = {
  type: 'object',
  required: ['template_id', 'recipients'],
  properties: {
    template_id: { type: 'string', minLength: 1 },
    recipients: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['mobiles'],
        properties: { mobiles: { type: 'string', pattern: '^\\d{10,15}$' } },
        additionalProperties: { type: 'string' },
      },
    },
  },
};

/** MSG91's flow call. MSG91 keeps the templates; here the variable `text` carries the whole message. */
export function addSmsRoutes(app: FastifyInstance, context: Context): void {
  app.post<{ Body: FlowRequest }>('/flow', { schema: { body: flowRequest } }, async (request, reply) => {
    if (request.headers.authkey !== context.settings.clientSecret) {
      return reply.code(401).send({ type: 'error', message: 'Authentication failure' });
    }
    for (const { mobiles = '', text, ...variables } of request.body.recipients) {
      const message = text ?? Object.values(variables).join(' ');
      keepMessage(context, { to: mobiles, channel: 'sms', subject: null, text: message });
    }
    return { type: 'success', message: String(generateNumber(context.state)) };
  });
}

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

export function keepMessage(context: Context, message: Omit<Message, 'otp' | 'at'>): void {
  // Digits in a link are not a code.
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(message.text.replaceAll(/https?:\/\/\S+/g, ''))?.[0] ?? null;
  const { messages } = context.state;
  messages.unshift({ ...message, otp, at: context.now().toISOString() });
  messages.length = Math.min(messages.length, MESSAGES_KEPT);
}

/** Newest first. A mobile number is the same with or without its country code. */
export function listMessagesTo(messages: Message[], to: string | undefined): Message[] {
  if (to === undefined) return messages;
  if (to.includes('@')) return messages.filter((message) => message.to.toLowerCase() === to.toLowerCase());
  const lastTen = to.replace(/\D/g, '').slice(-10);
  return messages.filter((message) => message.channel === 'sms' && message.to.slice(-10) === lastTen);
}
