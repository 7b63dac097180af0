import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { attemptPayment, getAttemptRefusal, OUTCOMES, type Outcome } from '../cashfree/payments.ts';
import { formatRupees } from '../rupees.ts';
import type { Order } from '../state.ts';
import { html, type Html } from '../pages/html.ts';
import { renderButton, renderPage } from '../pages/layout.ts';

interface Session {
  Params: { sessionId: string };
  /** Set by the page that sends the payer here, with Razorpay. Orders of Cashfree contain it. */
  Querystring: { callback_url?: string };
}

/** The checkout page: one button per outcome of a payment, then back to the shop. */
export function addCheckout(app: FastifyInstance, context: Context): void {
  const findOrder = (sessionId: string) =>
    Object.values(context.state.orders).find((order) => order.sessionId === sessionId);

  app.get<Session>('/checkout/:sessionId', async (request, reply) => {
    const order = findOrder(request.params.sessionId);
    if (!order) return showUnknown(reply);
    const callbackUrl = request.query.callback_url;
    if (order.razorpay && callbackUrl !== undefined && /^https?:\/\//.test(callbackUrl))
      order.meta.return_url = callbackUrl;
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
      const order = findOrder(request.params.sessionId);
      if (!order) return showUnknown(reply);
      // Paid or closed meanwhile in another tab: show that instead of charging again.
      if (getAttemptRefusal(order, context.now())) return showOrder(reply, context, order);
      attemptPayment(context, order, request.body.outcome);
      // Razorpay's page posts to the return URL, Cashfree's redirects to it.
      return reply.redirect(
        getReturnUrl(order) ?? `/checkout/${order.sessionId}`,
        order.razorpay ? 307 : 303,
      );
    },
  );
}

function getReturnUrl(order: Order): string | null {
  return order.meta.return_url?.replaceAll('{order_id}', order.orderId) ?? null;
}

function showOrder(reply: FastifyReply, context: Context, order: Order) {
  const refusal = getAttemptRefusal(order, context.now());
  const content = html`
    <section>
      <p class="total">${formatRupees(order.amountPaise)}</p>
      <p class="soft">Order ${order.orderId}${order.note ? ` · ${order.note}` : ''}</p>
    </section>
    ${refusal ? renderClosedNote(order, refusal) : renderChoices(order)}
    <p class="soft">This is a test page: no money moves.</p>
  `;
  return reply.type('text/html; charset=utf-8').send(renderPage('Checkout', content, { width: 'narrow' }));
}

function renderChoices(order: Order): Html {
  const action = `/checkout/${order.sessionId}`;
  const pending = order.payments.some((payment) => payment.status === 'PENDING');
  return html`<section class="stack">
    ${pending && html`<p role="status">An earlier payment for this order is still pending.</p>`}
    ${renderButton(`Pay ${formatRupees(order.amountPaise)}`, action, { outcome: 'SUCCESS' }, 'main')}
    ${renderButton('Fail this payment', action, { outcome: 'FAILED' })}
    ${renderButton('Leave it pending', action, { outcome: 'PENDING' })}
    ${renderButton('Leave without paying', action, { outcome: 'USER_DROPPED' })}
  </section>`;
}

function renderClosedNote(order: Order, refusal: 'paid' | 'closed'): Html {
  const backUrl = getReturnUrl(order);
  return html`<section class="stack">
    <p role="status">
      ${refusal === 'paid' ? 'This order is paid. Nothing more to pay.' : 'This order is closed and cannot be paid.'}
    </p>
    ${backUrl !== null && html`<a class="button main" href="${backUrl}">Go back</a>`}
  </section>`;
}

function showUnknown(reply: FastifyReply) {
  const content = html`<section><p>There is no such checkout. Start again from the shop.</p></section>`;
  return reply
    .code(404)
    .type('text/html; charset=utf-8')
    .send(renderPage('Not found', content, { width: 'narrow' }));
}
