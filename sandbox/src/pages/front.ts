import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { controlsGuide } from './guide.ts';
import { html } from './html.ts';
import { page } from './layout.ts';
import { listDisputes, listSettlements } from './bank-lists.ts';
import { listAadhaar, listChecks, listDeliveries, listOrders, listTransfers } from './lists.ts';

/** The front page: all records with their controls, and the guide. */
export function frontPage(app: FastifyInstance, context: Context): void {
  app.get('/', async (_request, reply) => {
    const { state } = context;
    const content = html`
      <p>Stand-ins of the outside services FWS works with, in their own wire formats. No money moves here.</p>
      ${listOrders(Object.values(state.orders))} ${listDisputes(Object.values(state.disputes))}
      ${listSettlements(Object.values(state.settlements))} ${listTransfers(Object.values(state.transfers))}
      ${listChecks(Object.values(state.checks))}
      ${listAadhaar(Object.values(state.okyc), Object.values(state.digilocker))}
      ${listDeliveries(state.deliveries)} ${controlsGuide(context)}
    `;
    return reply.type('text/html; charset=utf-8').send(page('Sandbox', content));
  });
}
