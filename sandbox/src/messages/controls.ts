import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { MANNERS, MESSAGE_STATES, type Manner, type Message, type MessageState } from '../state.ts';
import { sendDone } from '../control/done.ts';
import { VendorError } from '../vendor-error.ts';
import { setManner } from './messages.ts';
import { report } from './receipts.ts';
import { pressStop } from './whatsapp.ts';

/** What people and tests do to messages. No vendor has these routes. */
export function addMessageControls(app: FastifyInstance, context: Context): void {
  app.post<{ Body: { to: string; manner: Manner | 'usual' } }>(
    '/control/recipients',
    {
      schema: {
        body: {
          type: 'object',
          required: ['to', 'manner'],
          properties: { to: { type: 'string', minLength: 1 }, manner: { enum: ['usual', ...MANNERS] } },
        },
      },
    },
    (request, reply) => {
      setManner(context, request.body.to, request.body.manner);
      return sendDone(request, reply, `/outbox?to=${encodeURIComponent(request.body.to)}`);
    },
  );

  app.post<{ Params: { id: string }; Body: { state: MessageState | 'stop' } }>(
    '/control/messages/:id',
    {
      schema: {
        body: {
          type: 'object',
          required: ['state'],
          properties: { state: { enum: ['stop', ...MESSAGE_STATES] } },
        },
      },
    },
    (request, reply) => {
      const message = findMessage(context, request.params.id);
      const { state } = request.body;
      if (state === 'stop') pressStop(context, message);
      else report(context, message, state);
      return sendDone(request, reply, `/outbox?to=${encodeURIComponent(message.to)}`);
    },
  );
}

function findMessage({ state }: Context, id: string): Message {
  const message = state.messages.find((candidate) => candidate.id === id);
  if (!message) throw new VendorError(404, 'message_not_found', 'no such message');
  return message;
}
