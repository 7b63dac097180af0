import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { generateNumber } from '../state.ts';
import { findManner, keepMessage, listMessagesTo } from './messages.ts';
import { planReceipts, toMsg91Status } from './receipts.ts';

// https://docs.msg91.com/sms/send-sms and https://docs.msg91.com/sms/logs

interface FlowRequest {
  template_id: string;
  CRQID?: string;
  recipients: Record<string, string>[];
}

const flowRequest = {
  type: 'object',
  required: ['template_id', 'recipients'],
  properties: {
    template_id: { type: 'string', minLength: 1 },
    CRQID: { type: 'string' },
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

const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const logQuery = {
  type: 'object',
  required: ['startDate', 'endDate'],
  properties: {
    startDate: day,
    endDate: day,
    telNum: { type: 'string' },
    paginationToken: { type: 'string' },
  },
};

interface LogQuery {
  startDate: string;
  endDate: string;
  telNum?: string;
  paginationToken?: string;
}

const PAGE = 100;

/** MSG91's flow call and its log report. MSG91 keeps the templates; here the variable `text` carries the message. */
export function addMsg91Routes(app: FastifyInstance, context: Context): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['authkey'] !== context.settings.clientSecret)
      await reply.code(401).send({ type: 'error', message: 'Authentication failure' });
  });

  app.post<{ Body: FlowRequest }>('/flow', { schema: { body: flowRequest } }, (request, reply) =>
    send(context, request, reply),
  );

  app.get<{ Querystring: LogQuery }>(
    '/report/logs/p/sms',
    { schema: { querystring: logQuery } },
    (request) => {
      const { telNum, paginationToken = '0' } = request.query;
      const messages = listMessagesTo(context.state.messages, telNum).filter(
        ({ vendor }) => vendor === 'msg91',
      );
      const from = Number(paginationToken);
      return {
        data: messages.slice(from, from + PAGE).map((message) => ({
          requestId: message.id,
          CRQID: message.reference ?? '0',
          telNum: message.to,
          status: toMsg91Status(message.state),
          failureReason: message.state === 'failed' ? 'Absent subscriber' : null,
          requestDate: message.at,
        })),
        metadata: {
          total: messages.length,
          paginationToken: from + PAGE < messages.length ? String(from + PAGE) : null,
        },
      };
    },
  );
}

async function send(context: Context, { body }: FastifyRequest<{ Body: FlowRequest }>, reply: FastifyReply) {
  const id = generateNumber(context.state).toString(16).padStart(24, '0');
  for (const { mobiles = '', text, CRQID, ...variables } of body.recipients) {
    // Refusals come with status 200.
    if (findManner(context, mobiles) === 'refused')
      return reply.send({ type: 'error', message: 'Template is not approved' });
    const message = keepMessage(context, {
      id,
      to: mobiles,
      channel: 'sms',
      vendor: 'msg91',
      reference: CRQID ?? body.CRQID ?? null,
      template: body.template_id,
      from: 'AX-FWSPAY-S',
      text: text ?? Object.values(variables).join(' '),
    });
    planReceipts(context, message);
  }
  return reply.send({ type: 'success', message: id });
}
