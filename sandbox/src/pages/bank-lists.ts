import { showRupees } from '../rupees.ts';
import { settledPaise } from '../sums.ts';
import type { Dispute, Settlement } from '../state.ts';
import { html, type Html } from './html.ts';
import { button } from './layout.ts';
import { list, newest } from './lists.ts';
import { showTime } from './time.ts';

/** The lists of chargebacks and settlements. */

export function listDisputes(disputes: Dispute[]): Html {
  return list('Chargebacks', newest(disputes, ({ createdAt }) => createdAt).map(showDispute));
}

export function listSettlements(settlements: Settlement[]): Html {
  return list('Settlements', [
    html`<div class="row">
      ${button('Settle everything', '/control/settlements', { outcome: 'SUCCESS' })}
      ${button('Let a settlement fail', '/control/settlements', { outcome: 'FAILED' }, 'stop')}
    </div>`,
    ...newest(settlements, ({ initiatedAt }) => initiatedAt).map(showSettlement),
  ]);
}

function showDispute(dispute: Dispute): Html {
  const control = `/control/disputes/${dispute.disputeId}`;
  return html`<article>
    <p>
      <strong>${showRupees(dispute.amountPaise)}</strong> · ${dispute.disputeId} ·
      ${dispute.type}_${dispute.step}
    </p>
    <p class="soft">${showTime(dispute.createdAt)} · ${dispute.orderId} · payment ${dispute.cfPaymentId}</p>
    ${
      dispute.resolvedAt === null &&
      html`<div class="row">
        ${button('Merchant wins', control, { step: 'MERCHANT_WON' })}
        ${button('Merchant loses', control, { step: 'MERCHANT_LOST' }, 'stop')}
      </div>`
    }
  </article>`;
}

function showSettlement(settlement: Settlement): Html {
  const control = `/control/settlements/${settlement.settlementId}/reverse`;
  return html`<article>
    <p>
      <strong>${showRupees(settledPaise(settlement))}</strong> · ${settlement.settlementId} ·
      ${settlement.status}
    </p>
    <p class="soft">
      ${showTime(settlement.initiatedAt)} · fee ${showRupees(settlement.feePaise)}, GST
      ${showRupees(settlement.taxPaise)} ${settlement.utr !== null && html`· UTR ${settlement.utr}`}
    </p>
    ${settlement.status === 'SUCCESS' && button('Reverse settlement', control, {}, 'stop')}
  </article>`;
}
