import type { Ports } from '../ports/index.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { PayoutGateway } from '../ports/payout-gateway.ts';
import { ProviderError } from '../ports/provider-error.ts';

export interface Pause {
  isPaused: () => Promise<boolean>;
  /** How long whoever is refused should wait. */
  waitMs: number;
}

/**
 * The same ports, through which no money leaves during a pause: the last question before a transfer or a refund is sent,
 * whoever sends it. Money that comes in, and every question to the providers, goes through.
 */
export function pausePayouts(ports: Ports, pause: Pause): Ports {
  const { payments, otherPayments, payouts, otherPayouts } = ports;
  return {
    ...ports,
    payments: withoutRefunds(payments, pause),
    otherPayments: otherPayments && withoutRefunds(otherPayments, pause),
    payouts: withoutTransfers(payouts, pause),
    otherPayouts: otherPayouts && withoutTransfers(otherPayouts, pause),
  };
}

const withoutRefunds = (gateway: PaymentGateway, pause: Pause): PaymentGateway =>
  override(gateway, {
    async createRefund(refund) {
      await refuseWhilePaused(pause);
      return gateway.createRefund(refund);
    },
  });

const withoutTransfers = (gateway: PayoutGateway, pause: Pause): PayoutGateway =>
  override(gateway, {
    async createTransfer(transfer) {
      await refuseWhilePaused(pause);
      return gateway.createTransfer(transfer);
    },
  });

async function refuseWhilePaused({ isPaused, waitMs }: Pause): Promise<void> {
  if (!(await isPaused())) return;
  throw new ProviderError('limited', 'payouts_paused', 'payouts are paused after a restore', waitMs);
}

/** Everything else stays the gateway's own, whatever it is made of. */
const override = <Gateway extends object>(gateway: Gateway, methods: Partial<Gateway>): Gateway =>
  Object.assign(Object.create(gateway), methods);
