import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { attemptPayment, attemptRefusal, OUTCOMES, type Outcome } from '../payments.ts';
import { showRupees } from '../rupees.ts';
import type { Order } from '../state.ts';
import { html, type Html } from './html.ts';
import { button, page } from './layout.ts';

interface Session {
  Params: { sessionId: string };
  /** Set by the page that sends the payer here, with Razorpay. Orders of Cashfree contain it. */
  Querystring: { callback_url?: string };
}

/** The checkout page: one button per outcome of a payment, then back to the shop. */
export function checkoutPages(app: FastifyInstance, context: Context): void {
  const orderOf = (sessionId: string) =>
    Object.values(context.state.orders).find((order) => order.sessionId === sessionId);

  app.get<Session>('/checkout/:sessionId', async (request, reply) => {
    const order = orderOf(request.params.sessionId);
    if (!order) return showUnknown(reply);
    const back = request.query.callback_url;
    if (order.razorpay && back !== undefined && /^https?:\/\//.test(back)) order.meta.return_url = back;
    return showOrder(reply, context, order);
  });

  app.post<Session & { Body: { outcome: Outcome } }>(
    '/checkout/:sessionId',
    {
      schema: {
        body: { type: 'object', required: ['outcome'], properties: { outcome: { enum: OUTCOMES } } },
      },
    },
    async (request, reply) => {
      const order = orderOf(request.params.sessionId);
      if (!order) return showUnknown(reply);
      // Paid or closed meanwhile in another tab: show that instead of charging again.
      if (attemptRefusal(order, context.now())) return showOrder(reply, context, order);
      attemptPayment(context, order, request.body.outcome);
      // Razorpay's page posts to the return URL, Cashfree's redirects to it.
      return reply.redirect(returnUrl(order) ?? `/checkout/${order.sessionId}`, order.razorpay ? 307 : 303);
    },
  );
}

function returnUrl(order: Order): string | null {
  return order.meta.return_url?.replaceAll('{order_id}', order.orderId) ?? null;
}

function showOrder(reply: FastifyReply, context: Context, order: Order) {
  const refusal = attemptRefusal(order, context.now());
  const content = html`
    <section>
      <p class="total">${showRupees(order.amountPaise)}</p>
      <p class="soft">Order ${order.orderId}${order.note ? ` · ${order.note}` : ''}</p>
    </section>
    ${refusal ? closedNote(order, refusal) : choices(order)}
    <p class="soft">This is a test page: no money moves.</p>
  `;
  return reply.type('text/html; charset=utf-8').send(page('Checkout', content, { narrow: true }));
}

function choices(order: Order): Html {
  const action = `/checkout/${order.sessionId}`;
  const pending = order.payments.some((payment) => payment.status === 'PENDING');
  return html`<section class="stack">
    ${pending && html`<p role="status">An earlier payment for this order is still pending.</p>`}
    ${button(`Pay ${showRupees(order.amountPaise)}`, action, { outcome: 'SUCCESS' }, 'main')}
    ${button('Fail this payment', action, { outcome: 'FAILED' })}
    ${button('Leave it pending', action, { outcome: 'PENDING' })}
    ${button('Leave without paying', action, { outcome: 'USER_DROPPED' })}
  </section>`;
}

function closedNote(order: Order, refusal: 'paid' | 'closed'): Html {
  const back = returnUrl(order);
  return html`<section class="stack">
    <p role="status">
      ${refusal === 'paid' ? 'This order is paid. Nothing more to pay.' : 'This order is closed and cannot be paid.'}
    </p>
    ${back !== null && html`<a class="button main" href="${back}">Go back</a>`}
  </section>`;
}

function showUnknown(reply: FastifyReply) {
  const content = html`<section><p>There is no such checkout. Start again from the shop.</p></section>`;
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(page('Not found', content, { narrow: true }));
}
