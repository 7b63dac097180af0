import type { PayoutGateway } from '../../src/ports/payout-gateway.ts';
import { createCashfreeNameCheck } from '../../src/adapters/payouts/cashfree-name-check.ts';
import { createCashfreePayouts } from '../../src/adapters/payouts/cashfree.ts';
import { createRazorpayPayouts } from '../../src/adapters/payouts/razorpay.ts';

export interface Connection {
  secret: string;
  olderSecrets?: string[];
}

const checkName = (sandboxUrl: string) =>
  createCashfreeNameCheck({
    baseUrl: `${sandboxUrl}/verification`,
    clientId: 'sandbox',
    clientSecret: 'sandbox',
  });

/** What the tests need to know about each payout gateway. */
export const adapters = [
  {
    name: 'cashfree',
    transfersPath: '/payout/transfers',
    webhookTypes: ['TRANSFER_SUCCESS', 'TRANSFER_REVERSED'],
    connect: (sandboxUrl: string, { secret, olderSecrets }: Connection): PayoutGateway =>
      createCashfreePayouts({
        baseUrl: `${sandboxUrl}/payout`,
        checkName: checkName(sandboxUrl),
        clientId: 'sandbox',
        clientSecret: secret,
        ...(olderSecrets ? { olderSecrets } : {}),
      }),
  },
  {
    name: 'razorpay',
    transfersPath: '/razorpay/v1/payouts',
    webhookTypes: ['payout.processed', 'payout.reversed'],
    connect: (sandboxUrl: string, { secret, olderSecrets = [] }: Connection): PayoutGateway =>
      createRazorpayPayouts({
        baseUrl: `${sandboxUrl}/razorpay/v1`,
        checkName: checkName(sandboxUrl),
        keyId: 'sandbox',
        keySecret: 'sandbox',
        accountNumber: '7878780080316316',
        webhookSecrets: [secret, ...olderSecrets],
      }),
  },
];
