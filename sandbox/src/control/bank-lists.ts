import { formatRupees } from '../rupees.ts';
import { calculateSettledPaise } from '../sums.ts';
import type { Dispute, Settlement } from '../state.ts';
import { html, type Html } from '../pages/html.ts';
import { renderButton } from '../pages/layout.ts';
import { renderList, takeNewest } from './lists.ts';
import { formatTime } from '../pages/time.ts';

/** The lists of chargebacks and settlements. */

export function renderDisputes(disputes: Dispute[]): Html {
  return renderList('Chargebacks', takeNewest(disputes, ({ createdAt }) => createdAt).map(renderDispute));
}

export function renderSettlements(settlements: Settlement[]): Html {
  return renderList('Settlements', [
    html`<div class="row">
      ${renderButton('Settle everything', '/control/settlements', { outcome: 'SUCCESS' })}
      ${renderButton('Let a settlement fail', '/control/settlements', { outcome: 'FAILED' }, 'stop')}
    </div>`,
    ...takeNewest(settlements, ({ initiatedAt }) => initiatedAt).map(renderSettlement),
  ]);
}

function renderDispute(dispute: Dispute): Html {
  const control = `/control/disputes/${dispute.disputeId}`;
  return html`<article>
    <p>
      <strong>${formatRupees(dispute.amountPaise)}</strong> · ${dispute.disputeId} ·
      ${dispute.type}_${dispute.step}
    </p>
    <p class="soft">${formatTime(dispute.createdAt)} · ${dispute.orderId} · payment ${dispute.cfPaymentId}</p>
    ${
      dispute.resolvedAt === null &&
      html`<div class="row">
        ${renderButton('Merchant wins', control, { step: 'MERCHANT_WON' })}
        ${renderButton('Merchant loses', control, { step: 'MERCHANT_LOST' }, 'stop')}
      </div>`
    }
  </article>`;
}

function renderSettlement(settlement: Settlement): Html {
  const control = `/control/settlements/${settlement.settlementId}/reverse`;
  return html`<article>
    <p>
      <strong>${formatRupees(calculateSettledPaise(settlement))}</strong> · ${settlement.settlementId} ·
      ${settlement.status}
    </p>
    <p class="soft">
      ${formatTime(settlement.initiatedAt)} · fee ${formatRupees(settlement.feePaise)}, GST
      ${formatRupees(settlement.taxPaise)} ${settlement.utr !== null && html`· UTR ${settlement.utr}`}
    </p>
    ${settlement.status === 'SUCCESS' && renderButton('Reverse settlement', control, {}, 'stop')}
  </article>`;
}
