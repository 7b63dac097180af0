import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { cashfreeNameCheck } from './cashfree-name-check.ts';
import { cashfreePayouts } from './cashfree.ts';
import { razorpayPayouts } from './razorpay.ts';

export interface Connection {
  secret: string;
  olderSecrets?: string[];
}

const checkName = (sandboxUrl: string) =>
  cashfreeNameCheck({
    baseUrl: `${sandboxUrl}/verification`,
    clientId: 'sandbox',
    clientSecret: 'sandbox',
  });

/** What the tests need to know about each payout gateway. */
export const adapters = [
  {
    name: 'cashfree',
    transfersPath: '/payout/transfers',
    told: ['TRANSFER_SUCCESS', 'TRANSFER_REVERSED'],
    connect: (sandboxUrl: string, { secret, olderSecrets }: Connection): PayoutGateway =>
      cashfreePayouts({
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
    told: ['payout.processed', 'payout.reversed'],
    connect: (sandboxUrl: string, { secret, olderSecrets = [] }: Connection): PayoutGateway =>
      razorpayPayouts({
        baseUrl: `${sandboxUrl}/razorpay/v1`,
        checkName: checkName(sandboxUrl),
        keyId: 'sandbox',
        keySecret: 'sandbox',
        accountNumber: '7878780080316316',
        webhookSecrets: [secret, ...olderSecrets],
      }),
  },
];
