import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { renderControlsGuide } from './guide.ts';
import { html } from '../pages/html.ts';
import { renderPage } from '../pages/layout.ts';
import { renderDisputes, renderSettlements } from './bank-lists.ts';
import {
  renderAadhaarChecks,
  renderChecks,
  renderDeliveries,
  renderOrders,
  renderTransfers,
} from './lists.ts';

/** The front page: all records with their controls, and the guide. */
export function addFrontPage(app: FastifyInstance, context: Context): void {
  app.get('/', async (_request, reply) => {
    const { state } = context;
    const content = html`
      <p>Stand-ins of the outside services FWS works with, in their own wire formats. No money moves here.</p>
      ${renderOrders(Object.values(state.orders))} ${renderDisputes(Object.values(state.disputes))}
      ${renderSettlements(Object.values(state.settlements))}
      ${renderTransfers(Object.values(state.transfers))} ${renderChecks(Object.values(state.checks))}
      ${renderAadhaarChecks(Object.values(state.okyc), Object.values(state.digilocker))}
      ${renderDeliveries(state.deliveries)} ${renderControlsGuide(context)}
    `;
    return reply.type('text/html; charset=utf-8').send(renderPage('Sandbox', content));
  });
}
