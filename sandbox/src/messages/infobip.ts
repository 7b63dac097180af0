import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { generateNumber } from '../state.ts';
import { findManner, keepMessage } from './messages.ts';
import { INFOBIP_STATUS, planReceipts, toInfobipResult } from './receipts.ts';

// https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages

interface SendRequest {
  messages: {
    sender: string;
    destinations: { to: string; messageId?: string }[];
    content: { text: string };
    options: { regional: { indiaDlt: { principalEntityId: string; contentTemplateId: string } } };
  }[];
}

const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const text = { type: 'string', minLength: 1 };
const sendRequest = object({
  messages: {
    type: 'array',
    minItems: 1,
    items: object({
      sender: text,
      destinations: {
        type: 'array',
        minItems: 1,
        items: object({ to: { type: 'string', pattern: '^\\d{10,15}$' }, messageId: text }, ['to']),
      },
      content: object({ text }),
      // Texts to India need it.
      options: object({
        regional: object({ indiaDlt: object({ principalEntityId: text, contentTemplateId: text }) }),
      }),
    }),
  },
});

/** Infobip's SMS API, version 3: our id is the message's id, by which its log is searched. */
export function addInfobipRoutes(app: FastifyInstance, context: Context): void {
  const { state, settings } = context;

  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== `App ${settings.clientSecret}`)
      await reply.code(401).send({ errorCode: 'E401', description: 'Invalid login details' });
  });

  app.post<{ Body: SendRequest }>('/sms/3/messages', { schema: { body: sendRequest } }, async (request) => {
    const bulkId = String(generateNumber(state));
    const messages = request.body.messages.flatMap(({ sender, destinations, content, options }) =>
      destinations.map(({ to, messageId = String(generateNumber(state)) }) => {
        const refused = findManner(context, to) === 'refused';
        if (!refused) {
          const message = keepMessage(context, {
            id: bulkId,
            to,
            channel: 'sms',
            vendor: 'infobip',
            reference: messageId,
            template: options.regional.indiaDlt.contentTemplateId,
            from: sender,
            text: content.text,
          });
          planReceipts(context, message);
        }
        const status = refused
          ? { groupId: 5, groupName: 'REJECTED', id: 6, name: 'REJECTED_NETWORK' }
          : INFOBIP_STATUS.sent;
        return { messageId, status, destination: to, details: { messageCount: 1 } };
      }),
    );
    return { bulkId, messages };
  });

  app.get<{ Querystring: { messageId?: string } }>('/sms/3/logs', async ({ query }) => ({
    results: state.messages
      .filter(({ vendor, reference }) => vendor === 'infobip' && reference === query.messageId)
      .map(toInfobipResult),
  }));
}
