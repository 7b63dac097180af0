/** How each provider is reached through the proxy, and what it reports when it is asked directly. */
export interface Desk {
  buildEnv: (proxyUrl: string) => Record<string, string>;
  /** The amount in paise of each transfer started under this id. */
  listTransferPaise: (url: string, transferId: string) => Promise<number[]>;
  /** Number of successful refunds of a payment. */
  countRefunds: (url: string, orderId: string, paymentId: string) => Promise<number>;
}

/** Cashfree checks names, whichever provider moves the money. */
const buildVerificationEnv = (proxyUrl: string) => ({
  CASHFREE_VERIFICATION_URL: `${proxyUrl}/verification`,
});

const CASHFREE = { 'x-client-id': 'sandbox', 'x-client-secret': 'sandbox', 'x-api-version': '2025-01-01' };
const RAZORPAY = { authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}` };

async function fetchJson<Answer>(url: string, headers: Record<string, string>): Promise<Answer> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.json()) as Answer;
}

export const cashfreeProvider: Desk = {
  buildEnv: (proxyUrl) => ({
    CASHFREE_PG_URL: `${proxyUrl}/pg`,
    CASHFREE_PAYOUT_URL: `${proxyUrl}/payout`,
    ...buildVerificationEnv(proxyUrl),
  }),
  // Cashfree keeps one transfer per id; a second transfer of the same money would have another id.
  async listTransferPaise(url, transferId) {
    const path = `/payout/transfers?transfer_id=${transferId}`;
    const transfer = await fetchJson<{ transfer_amount: number }>(url + path, CASHFREE);
    return [Math.round(transfer.transfer_amount * 100)];
  },
  async countRefunds(url, orderId) {
    const refunds = await fetchJson<{ refund_status: string }[]>(
      `${url}/pg/orders/${orderId}/refunds`,
      CASHFREE,
    );
    return refunds.filter((refund) => refund.refund_status === 'SUCCESS').length;
  },
};

const ACCOUNT = '2323230041626905';

export const razorpayProvider: Desk = {
  buildEnv: (proxyUrl) => ({
    PAYMENTS_PROVIDER: 'razorpay',
    RAZORPAY_URL: `${proxyUrl}/razorpay/v1`,
    RAZORPAYX_ACCOUNT_NUMBER: ACCOUNT,
    ...buildVerificationEnv(proxyUrl),
  }),
  async listTransferPaise(url, transferId) {
    const query = new URLSearchParams({ account_number: ACCOUNT, reference_id: transferId });
    const { items } = await fetchJson<{ items: { amount: number }[] }>(
      `${url}/razorpay/v1/payouts?${query}`,
      RAZORPAY,
    );
    return items.map(({ amount }) => amount);
  },
  async countRefunds(url, _orderId, paymentId) {
    const path = `/razorpay/v1/payments/${paymentId}/refunds`;
    const { items } = await fetchJson<{ items: { status: string }[] }>(url + path, RAZORPAY);
    return items.filter(({ status }) => status === 'processed').length;
  },
};
