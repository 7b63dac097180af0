import { formatRupees } from '../rupees.ts';
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
import { html, type Html } from '../pages/html.ts';
import { renderButton } from '../pages/layout.ts';
import { formatTime } from '../pages/time.ts';

const SHOWN = 10;

export function renderOrders(orders: Order[]): Html {
  return renderList('Orders', takeNewest(orders, ({ createdAt }) => createdAt).map(renderOrder));
}

export function renderTransfers(transfers: Transfer[]): Html {
  return renderList('Transfers', takeNewest(transfers, ({ addedOn }) => addedOn).map(renderTransfer));
}

export function renderChecks(checks: IdentityCheck[]): Html {
  return renderList('Identity checks', takeNewest(checks, ({ at }) => at).map(renderCheck));
}

export function renderAadhaarChecks(okyc: OkycRequest[], visits: DigilockerVisit[]): Html {
  return renderList('Aadhaar checks', [
    ...takeNewest(okyc, ({ at }) => at).map(renderOkyc),
    ...takeNewest(visits, ({ at }) => at).map(renderVisit),
  ]);
}

export function renderDeliveries(deliveries: Delivery[]): Html {
  return renderList('Webhooks', takeNewest(deliveries, ({ at }) => at).map(renderDelivery));
}

export function takeNewest<Item>(items: Item[], getTime: (item: Item) => string): Item[] {
  return items.toSorted((a, b) => getTime(b).localeCompare(getTime(a))).slice(0, SHOWN);
}

export function renderList(title: string, items: Html[]): Html {
  return html`<section>
    <h2>${title}</h2>
    ${items.length === 0 ? html`<p class="soft">None yet.</p>` : items}
  </section>`;
}

function renderOrder(order: Order): Html {
  const control = `/control/orders/${order.orderId}`;
  const canPayAgain = order.status === 'PAID' && !order.secondPaymentAllowed;
  return html`<article>
    <p><strong>${formatRupees(order.amountPaise)}</strong> · ${order.orderId} · ${order.status}</p>
    <p class="soft">
      ${formatTime(order.createdAt)} · <a href="/checkout/${order.sessionId}">Checkout page</a>
    </p>
    ${order.payments.map(renderPayment)} ${order.refunds.map((refund) => renderRefund(order, refund))}
    ${canPayAgain && renderButton('Allow a second payment', `${control}/second-payment`)}
    ${order.secondPaymentAllowed && html`<p class="soft">A second payment is allowed on its checkout page.</p>`}
  </article>`;
}

function renderPayment(payment: Payment): Html {
  const control = `/control/payments/${payment.cfPaymentId}`;
  return html`<div class="row">
    <p>Payment ${payment.cfPaymentId} · ${payment.status}</p>
    ${
      payment.status === 'PENDING' &&
      html`${renderButton('Complete payment', control, { outcome: 'SUCCESS' })}
      ${renderButton('Fail payment', control, { outcome: 'FAILED' }, 'stop')}`
    }
    ${payment.status === 'SUCCESS' && renderButton('Charge back', `${control}/dispute`, {}, 'stop')}
  </div>`;
}

function renderRefund(order: Order, refund: Refund): Html {
  const control = `/control/orders/${order.orderId}/refunds/${refund.refundId}`;
  return html`<div class="row">
    <p>Refund ${refund.refundId} · ${formatRupees(refund.amountPaise)} · ${refund.status}</p>
    ${
      refund.status === 'PENDING' &&
      html`${renderButton('Complete refund', control, { outcome: 'SUCCESS' })}
      ${renderButton('Fail refund', control, { outcome: 'FAILED' }, 'stop')}`
    }
  </div>`;
}

function renderTransfer(transfer: Transfer): Html {
  return html`<article>
    <p>
      <strong>${formatRupees(transfer.amountPaise)}</strong> · ${transfer.transferId} · ${transfer.status}
      ${transfer.utr !== null && html`· UTR ${transfer.utr}`}
    </p>
    <p class="soft">${formatTime(transfer.addedOn)} · to ${transfer.beneficiaryId}</p>
    ${
      transfer.status === 'SUCCESS' &&
      renderButton('Reverse transfer', `/control/transfers/${transfer.transferId}/reverse`, {}, 'stop')
    }
  </article>`;
}

function renderCheck(check: IdentityCheck): Html {
  const control = `/control/checks/${check.referenceId}`;
  return html`<article>
    <p>
      ${check.kind.toUpperCase()} with ${check.numberEnding} · ${check.nameProvided} ·
      <strong>${check.status}</strong>
    </p>
    <p class="soft">${formatTime(check.at)} · reference ${check.referenceId}</p>
    ${
      check.status === 'PENDING' &&
      html`<div class="row">
        ${renderButton('Verify', control, { status: 'VALID' })}
        ${renderButton('Refuse', control, { status: 'INVALID' }, 'stop')}
      </div>`
    }
  </article>`;
}

const renderDecisionButtons = (control: string): Html =>
  html`<div class="row">
    ${renderButton('Verify', control, { status: 'VALID' })}
    ${renderButton('Refuse', control, { status: 'INVALID' }, 'stop')}
  </div>`;

function renderOkyc(okycRequest: OkycRequest): Html {
  return html`<article>
    <p>
      By number${okycRequest.numberEnding !== '' && html` with ${okycRequest.numberEnding}`} ·
      ${okycRequest.person.name} ·
      <strong>${okycRequest.status}</strong>
    </p>
    <p class="soft">
      ${formatTime(okycRequest.at)}${okycRequest.status === 'initiated' && html` · in the picture: <code>${okycRequest.captcha}</code>`}
    </p>
    ${okycRequest.status === 'under_review' && renderDecisionButtons(`/control/okyc/${okycRequest.id}`)}
  </article>`;
}

function renderVisit(visit: DigilockerVisit): Html {
  return html`<article>
    <p>
      By DigiLocker · ${visit.person.name} · <strong>${visit.status}</strong>
      ${visit.status === 'AUTHENTICATED' && html`· document ${visit.document}`}
    </p>
    <p class="soft">${formatTime(visit.at)} · ${visit.verificationId}</p>
    ${visit.document === 'PENDING' && renderDecisionButtons(`/control/digilocker/${visit.verificationId}`)}
  </article>`;
}

function renderDelivery(delivery: Delivery): Html {
  return html`<article>
    <p>${delivery.type} · ${delivery.entity} · <strong>${delivery.status}</strong></p>
    <p class="soft">
      ${formatTime(delivery.at)} · to ${delivery.url} · attempts ${delivery.attempts}
      ${delivery.lastAnswer !== null && html`· last answer ${delivery.lastAnswer}`}
    </p>
    ${renderButton('Send again', `/control/deliveries/${delivery.id}/resend`)}
  </article>`;
}
