import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import * as calls from '@fws/contract/admin/matters/calls';
import type { MatterDecision, MatterKind } from '@fws/contract/admin/matters/model';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { expectSoundLedger } from '../../../../test/ledger.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { composePorts } from '../../../compose.ts';
import { readConfig } from '../../../config.ts';
import type { GatewayRefund, PaymentGateway } from '../../../ports/payment-gateway.ts';
import type { PayoutGateway, Transfer } from '../../../ports/payout-gateway.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { balance, walletOf } from '../../ledger/index.ts';
import { admin, type TestAdmin } from '../testing.ts';

/** A world whose providers return what the test sets. */
export interface ScriptedWorld extends World {
  /** The result of every transfer; null: the provider never received it. */
  transfer: Partial<Transfer> | null;
  /** The status of every refund; null: the real result of the sandbox. */
  refund: GatewayRefund['status'] | null;
  sentRefunds: string[];
}

async function startScripted(env: Record<string, string> = {}): Promise<ScriptedWorld> {
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
      chargePaise: 0,
      ...said.transfer,
    };
  const payouts: PayoutGateway = {
    provider: 'scripted',
    addBeneficiary: ({ beneficiaryId }) => Promise.resolve({ beneficiaryId, status: 'verified' }),
    checkName: (_, claimedName) => Promise.resolve({ nameAtBank: claimedName, match: 'full' }),
    createTransfer({ transferId, amountPaise }) {
      amounts.set(transferId, amountPaise);
      const transfer = transferOf(transferId);
      return transfer ? Promise.resolve(transfer) : Promise.reject(new Error('no transfer is scripted'));
    },
    getTransfer: (transferId) => Promise.resolve(amounts.has(transferId) ? transferOf(transferId) : null),
    listTransfers: () => Promise.resolve(null),
    getBalance: () => Promise.resolve(null),
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
      // Read while the server starts, before the address of the sandbox is known.
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

/** A world with two finance admins, a poster and a worker. */
export class MatterDesk {
  world!: ScriptedWorld;
  poster!: TestUser;
  worker!: TestUser;
  finance!: TestAdmin;
  second!: TestAdmin;

  /** Waits until the case is open, and returns its id. */
  async matterOf(kind: MatterKind, subject: string): Promise<string> {
    const find = () =>
      this.world.db
        .selectFrom('needs_look')
        .select('id')
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('resolved_at', 'is', null)
        .executeTakeFirst();
    await waitFor(`${kind} ${subject}`, async () => (await find()) !== undefined);
    return String((await find())?.id);
  }

  async isOpen(matterId: string): Promise<boolean> {
    return (await this.finance.user.done(calls.adminMatter, { matterId })).resolved === null;
  }

  async waits(kind: string, matterId: string): Promise<boolean> {
    return (await this.finance.user.done(adminQueue, { kind })).items.some(
      ({ id }) => String(id) === matterId,
    );
  }

  walletOfWorker(): Promise<number> {
    return balance(this.world.db, walletOf(this.worker.id));
  }
}

/** Registers the hooks for a whole test file. Each test gets its own users and must leave a sound ledger. */
export function matterDesk(): MatterDesk {
  const desk = new MatterDesk();
  beforeAll(async () => {
    desk.world = await startScripted({ SECOND_APPROVER_ABOVE_RUPEES: '5000' });
  });
  beforeEach(async () => {
    const { world } = desk;
    world.transfer = { status: 'paid' };
    world.refund = null;
    desk.poster = await world.user({ firstName: 'Meera' });
    desk.worker = await world.user({ firstName: 'Imran', identity: 'verified' });
    desk.finance = await admin(world, 'finance');
    desk.second = await admin(world, 'finance');
  });
  afterEach(async () => {
    await desk.world.drain();
    await expectSoundLedger(desk.world.db);
  });
  afterAll(() => desk.world.close());
  return desk;
}

export const command = (matterId: string, decision: MatterDecision, more: object = {}) => ({
  matterId,
  decision,
  reason: 'The provider confirmed it by phone',
  ...more,
});
export const decide = (by: TestAdmin, matterId: string, decision: MatterDecision, more: object = {}) =>
  by.user.call(calls.adminMatterDecide, command(matterId, decision, more));
export const statuses = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
