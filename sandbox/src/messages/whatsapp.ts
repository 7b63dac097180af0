import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { generateNumber, type Message } from '../state.ts';
import { findManner, keepMessage } from './messages.ts';
import { planReceipts, toWhatsAppWebhook } from './receipts.ts';

// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages

interface Component {
  type: string;
  sub_type?: string;
  index?: string;
  parameters: { type: string; text?: string; payload?: string }[];
}

interface SendRequest {
  to: string;
  biz_opaque_callback_data?: string;
  template: { name: string; language: { code: string }; components: Component[] };
}

const text = { type: 'string', minLength: 1 };
const sendRequest = {
  type: 'object',
  additionalProperties: false,
  required: ['messaging_product', 'to', 'type', 'template'],
  properties: {
    messaging_product: { const: 'whatsapp' },
    recipient_type: { const: 'individual' },
    to: { type: 'string', pattern: '^\\d{10,15}$' },
    type: { const: 'template' },
    biz_opaque_callback_data: { type: 'string', maxLength: 512 },
    template: {
      type: 'object',
      additionalProperties: false,
      required: ['name', 'language'],
      properties: {
        name: { type: 'string', pattern: '^[a-z0-9_]+$' },
        language: { type: 'object', required: ['code'], properties: { code: text } },
        components: {
          type: 'array',
          items: {
            type: 'object',
            required: ['type', 'parameters'],
            properties: {
              type: { enum: ['body', 'button'] },
              sub_type: { enum: ['url', 'quick_reply'] },
              index: { type: 'string' },
              parameters: {
                type: 'array',
                items: {
                  type: 'object',
                  required: ['type'],
                  // The vendor refuses line breaks and empty texts.
                  properties: { text: { type: 'string', pattern: '^[^\\n\\t]+$' }, payload: text },
                },
              },
            },
          },
        },
      },
    },
  },
};

/** The template's parts that the vendor keeps and this sandbox lacks. */
interface Shown {
  text: string;
  linkText: string;
}

const STOP_TEXTS: Record<string, string> = {
  en: 'Stop these on WhatsApp',
  hi: 'WhatsApp पर ये संदेश रोकें',
};

/** Messages of WhatsApp's Cloud API. */
export function addWhatsAppRoutes(app: FastifyInstance, context: Context): void {
  app.post<{ Body: SendRequest; Params: { phoneNumberId: string } }>(
    '/:phoneNumberId/messages',
    { schema: { body: sendRequest } },
    async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${context.settings.clientSecret}`)
        return reply.code(401).send(toError(190, 'Invalid OAuth access token.', 'OAuthException'));
      const { to, template, biz_opaque_callback_data: reference = null } = request.body;
      if (findManner(context, to) === 'refused')
        return reply.code(400).send(toError(131026, '(#131026) Message undeliverable'));
      const { text: shownText, linkText } = readShown(request.headers['x-sandbox-template']);
      const components = template.components ?? [];
      const body = components.find(({ type }) => type === 'body')?.parameters ?? [];
      const path = components.find(({ sub_type }) => sub_type === 'url')?.parameters[0]?.text ?? '';
      const link = `${context.settings.fwsUrl}/${path}`;
      const hasStop = components.some(({ sub_type }) => sub_type === 'quick_reply');
      const message = keepMessage(context, {
        id: `wamid.${generateNumber(context.state)}`,
        to,
        channel: 'whatsapp',
        vendor: 'whatsapp',
        reference,
        template: template.name,
        locale: template.language.code,
        text: shownText || body.map(({ text: value = '' }) => value).join(' '),
        link,
        actions: [
          { title: linkText || 'Open', link },
          ...(hasStop
            ? [{ title: STOP_TEXTS[template.language.code] ?? STOP_TEXTS['en'] ?? '', link: null }]
            : []),
        ],
      });
      planReceipts(context, message);
      return {
        messaging_product: 'whatsapp',
        contacts: [{ input: to, wa_id: to }],
        messages: [{ id: message.id, message_status: 'accepted' }],
      };
    },
  );
}

function readShown(header: string | string[] | undefined): Shown {
  if (typeof header !== 'string') return { text: '', linkText: '' };
  return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Shown;
}

const toError = (code: number, message: string, type = 'OAuthException') => ({
  error: { message, type, code, fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUv' },
});

/** The recipient presses the second button. */
export function pressStop(context: Context, message: Message): void {
  const timestamp = String(Math.floor(context.now().getTime() / 1000));
  context.webhooks.send({
    entity: message.id,
    url: `${context.settings.fwsUrl}/webhooks/whatsapp`,
    type: 'whatsapp stop',
    version: '1',
    dialect: 'whatsapp',
    data: toWhatsAppWebhook({
      messages: [
        {
          from: message.to,
          id: `wamid.${generateNumber(context.state)}`,
          timestamp,
          type: 'button',
          context: { id: message.id },
          button: { payload: 'STOP', text: message.actions.at(-1)?.title ?? 'Stop' },
        },
      ],
    }),
  });
}
