import { composePorts } from '../../../compose.ts';
import { readConfig } from '../../../config.ts';
import type { GatewayRefund, PaymentGateway } from '../../../ports/payment-gateway.ts';
import type { PayoutGateway, Transfer } from '../../../ports/payout-gateway.ts';
import { startWorld, type World } from '../../../../test/world.ts';

/** A product whose providers say what a test wants them to say. */
export interface ScriptedWorld extends World {
  /** Of every transfer; null: it never received it. */
  transfer: Partial<Transfer> | null;
  /** Of every refund; null: what the sandbox really did. */
  refund: GatewayRefund['status'] | null;
  sentRefunds: string[];
}

export async function startScripted(env: Record<string, string> = {}): Promise<ScriptedWorld> {
  const said: Pick<ScriptedWorld, 'transfer' | 'refund' | 'sentRefunds'> = {
    transfer: { status: 'paid' },
    refund: null,
    sentRefunds: [],
  };
  const amounts = new Map<string, number>();
  const transferOf = (transferId: string): Transfer | null =>
    said.transfer && {
      transferId,
      providerTransferId: null,
      amountPaise: amounts.get(transferId) ?? 0,
      status: 'processing',
      utr: null,
      reason: null,
      ...said.transfer,
    };
  const payouts: PayoutGateway = {
    provider: 'scripted',
    addBeneficiary: ({ beneficiaryId }) => Promise.resolve({ beneficiaryId, status: 'verified' }),
    checkName: () => Promise.resolve(null),
    createTransfer({ transferId, amountPaise }) {
      amounts.set(transferId, amountPaise);
      const transfer = transferOf(transferId);
      return transfer ? Promise.resolve(transfer) : Promise.reject(new Error('nothing to say'));
    },
    getTransfer: (transferId) => Promise.resolve(amounts.has(transferId) ? transferOf(transferId) : null),
    readWebhook: () => ({ verdict: 'malformed', reason: 'scripted' }),
  };
  let sandbox: PaymentGateway;
  const saying = (refund: { orderId: string; refundId: string }, amountPaise: number): GatewayRefund => ({
    ...refund,
    amountPaise,
    status: said.refund ?? 'pending',
  });
  const payments = new Proxy({} as PaymentGateway, {
    get: (_, name: keyof PaymentGateway) => {
      // Asked for while the server starts, when nobody knows yet where the sandbox is.
      if (name === 'provider') return 'cashfree';
      if (name === 'createRefund')
        return (refund: Parameters<PaymentGateway['createRefund']>[0]) => {
          said.sentRefunds.push(refund.refundId);
          return said.refund === null
            ? sandbox.createRefund(refund)
            : Promise.resolve(saying(refund, refund.amountPaise));
        };
      if (name === 'getRefund')
        return (orderId: string, paymentId: string, refundId: string) =>
          said.refund === null
            ? sandbox.getRefund(orderId, paymentId, refundId)
            : Promise.resolve(said.sentRefunds.includes(refundId) ? saying({ orderId, refundId }, 0) : null);
      return sandbox[name];
    },
  });
  const world = await startWorld({ ports: { payouts, payments }, env });
  sandbox = composePorts(readConfig(world.config)).payments;
  return Object.assign(said, world);
}
