import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { generateNumber } from '../state.ts';
import { keepMessage } from './messages.ts';

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
