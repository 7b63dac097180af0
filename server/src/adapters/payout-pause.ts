import type { Ports } from '../ports/index.ts';
import type { PaymentGateway } from '../ports/payment-gateway.ts';
import type { PayoutGateway } from '../ports/payout-gateway.ts';
import { ProviderError } from '../ports/provider-error.ts';

export interface Pause {
  isPaused: () => Promise<boolean>;
  /** How long the refused caller should wait. */
  waitMs: number;
}

/**
 * Wraps the ports so that no money leaves during a pause: this is the last check before any transfer or refund is sent.
 * Incoming money and read calls pass through.
 */
export function pausePayouts(ports: Ports, pause: Pause): Ports {
  const { payments, otherPayments, payouts, otherPayouts } = ports;
  return {
    ...ports,
    payments: pauseRefunds(payments, pause),
    otherPayments: otherPayments && pauseRefunds(otherPayments, pause),
    payouts: pauseTransfers(payouts, pause),
    otherPayouts: otherPayouts && pauseTransfers(otherPayouts, pause),
  };
}

const pauseRefunds = (gateway: PaymentGateway, pause: Pause): PaymentGateway =>
  override(gateway, {
    async createRefund(refund) {
      await refuseWhilePaused(pause);
      return gateway.createRefund(refund);
    },
  });

const pauseTransfers = (gateway: PayoutGateway, pause: Pause): PayoutGateway =>
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

/** All other members come from the gateway through the prototype, whatever kind of object it is. */
const override = <Gateway extends object>(gateway: Gateway, methods: Partial<Gateway>): Gateway =>
  Object.assign(Object.create(gateway), methods);
