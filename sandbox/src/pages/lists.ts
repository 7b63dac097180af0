import { showRupees } from '../rupees.ts';
import type {
  Delivery,
  DigilockerVisit,
  IdentityCheck,
  OkycRequest,
  Order,
  Payment,
  Refund,
  Transfer,
} from '../state.ts';
import { html, type Html } from './html.ts';
import { button } from './layout.ts';
import { showTime } from './time.ts';

const SHOWN = 10;

export function listOrders(orders: Order[]): Html {
  return list('Orders', newest(orders, ({ createdAt }) => createdAt).map(showOrder));
}

export function listTransfers(transfers: Transfer[]): Html {
  return list('Transfers', newest(transfers, ({ addedOn }) => addedOn).map(showTransfer));
}

export function listChecks(checks: IdentityCheck[]): Html {
  return list('Identity checks', newest(checks, ({ at }) => at).map(showCheck));
}

export function listAadhaar(okyc: OkycRequest[], visits: DigilockerVisit[]): Html {
  return list('Aadhaar checks', [
    ...newest(okyc, ({ at }) => at).map(showOkyc),
    ...newest(visits, ({ at }) => at).map(showVisit),
  ]);
}

export function listDeliveries(deliveries: Delivery[]): Html {
  return list('Webhooks', newest(deliveries, ({ at }) => at).map(showDelivery));
}

export function newest<Item>(items: Item[], timeOf: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a))).slice(0, SHOWN);
}

export function list(title: string, items: Html[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${items.length === 0 ? html`<p class="soft">None yet.</p>` : items}
  </section>`;
}

function showOrder(order: Order): Html {
  const control = `/control/orders/${order.orderId}`;
  const canPayAgain = order.status === 'PAID' && !order.secondPaymentAllowed;
  return html`<article>
    <p><strong>${showRupees(order.amountPaise)}</strong> · ${order.orderId} · ${order.status}</p>
    <p class="soft">
      ${showTime(order.createdAt)} · <a href="/checkout/${order.sessionId}">Checkout page</a>
    </p>
    ${order.payments.map(showPayment)} ${order.refunds.map((refund) => showRefund(order, refund))}
    ${canPayAgain && button('Allow a second payment', `${control}/second-payment`)}
    ${order.secondPaymentAllowed && html`<p class="soft">A second payment is allowed on its checkout page.</p>`}
  </article>`;
}

function showPayment(payment: Payment): Html {
  const control = `/control/payments/${payment.cfPaymentId}`;
  return html`<div class="row">
    <p>Payment ${payment.cfPaymentId} · ${payment.status}</p>
    ${
      payment.status === 'PENDING' &&
      html`${button('Complete payment', control, { outcome: 'SUCCESS' })}
      ${button('Fail payment', control, { outcome: 'FAILED' }, 'stop')}`
    }
    ${payment.status === 'SUCCESS' && button('Charge back', `${control}/dispute`, {}, 'stop')}
  </div>`;
}

function showRefund(order: Order, refund: Refund): Html {
  const control = `/control/orders/${order.orderId}/refunds/${refund.refundId}`;
  return html`<div class="row">
    <p>Refund ${refund.refundId} · ${showRupees(refund.amountPaise)} · ${refund.status}</p>
    ${
      refund.status === 'PENDING' &&
      html`${button('Complete refund', control, { outcome: 'SUCCESS' })}
      ${button('Fail refund', control, { outcome: 'FAILED' }, 'stop')}`
    }
  </div>`;
}

function showTransfer(transfer: Transfer): Html {
  return html`<article>
    <p>
      <strong>${showRupees(transfer.amountPaise)}</strong> · ${transfer.transferId} · ${transfer.status}
      ${transfer.utr !== null && html`· UTR ${transfer.utr}`}
    </p>
    <p class="soft">${showTime(transfer.addedOn)} · to ${transfer.beneficiaryId}</p>
    ${
      transfer.status === 'SUCCESS' &&
      button('Reverse transfer', `/control/transfers/${transfer.transferId}/reverse`, {}, 'stop')
    }
  </article>`;
}

function showCheck(check: IdentityCheck): Html {
  const control = `/control/checks/${check.referenceId}`;
  return html`<article>
    <p>
      ${check.kind.toUpperCase()} with ${check.numberEnding} · ${check.nameProvided} ·
      <strong>${check.status}</strong>
    </p>
    <p class="soft">${showTime(check.at)} · reference ${check.referenceId}</p>
    ${
      check.status === 'PENDING' &&
      html`<div class="row">
        ${button('Verify', control, { status: 'VALID' })}
        ${button('Refuse', control, { status: 'INVALID' }, 'stop')}
      </div>`
    }
  </article>`;
}

const decisionButtons = (control: string): Html =>
  html`<div class="row">
    ${button('Verify', control, { status: 'VALID' })}
    ${button('Refuse', control, { status: 'INVALID' }, 'stop')}
  </div>`;

function showOkyc(one: OkycRequest): Html {
  return html`<article>
    <p>
      By number${one.numberEnding !== '' && html` with ${one.numberEnding}`} · ${one.person.name} ·
      <strong>${one.status}</strong>
    </p>
    <p class="soft">
      ${showTime(one.at)}${one.status === 'initiated' && html` · in the picture: <code>${one.captcha}</code>`}
    </p>
    ${one.status === 'under_review' && decisionButtons(`/control/okyc/${one.id}`)}
  </article>`;
}

function showVisit(visit: DigilockerVisit): Html {
  return html`<article>
    <p>
      By DigiLocker · ${visit.person.name} · <strong>${visit.status}</strong>
      ${visit.status === 'AUTHENTICATED' && html`· document ${visit.document}`}
    </p>
    <p class="soft">${showTime(visit.at)} · ${visit.verificationId}</p>
    ${visit.document === 'PENDING' && decisionButtons(`/control/digilocker/${visit.verificationId}`)}
  </article>`;
}

function showDelivery(delivery: Delivery): Html {
  return html`<article>
    <p>${delivery.type} · ${delivery.entity} · <strong>${delivery.status}</strong></p>
    <p class="soft">
      ${showTime(delivery.at)} · to ${delivery.url} · attempts ${delivery.attempts}
      ${delivery.lastAnswer !== null && html`· last answer ${delivery.lastAnswer}`}
    </p>
    ${button('Send again', `/control/deliveries/${delivery.id}/resend`)}
  </article>`;
}
