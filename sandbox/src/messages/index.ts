import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { applyFaults } from '../faults.ts';
import { addOutboxPages } from './outbox.ts';
import { addSmsRoutes } from './sms.ts';

export { createMailServer } from './mail.ts';

/** MSG91's SMS API, and the outbox that shows every SMS and mail. */
export function addMessages(app: FastifyInstance, context: Context): void {
  void app.register(
    async (sms) => {
      applyFaults(sms, context.faults);
      addSmsRoutes(sms, context);
    },
    { prefix: '/api/v5' },
  );
  addOutboxPages(app, context);
}
