import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import * as calls from '@fws/contract/admin/cases/calls';
import type { OpsCaseDecision, OpsCaseKind } from '@fws/contract/admin/cases/model';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { expectSoundLedger } from '../ledger/sound-ledger.ts';
import type { TestUser } from '../user.ts';
import { waitFor } from '../wait.ts';
import { composePorts } from '../../src/compose-ports.ts';
import { readConfig } from '../../src/config/index.ts';
import type { GatewayRefund, PaymentGateway } from '../../src/ports/payment-gateway.ts';
import type { PayoutGateway, Transfer } from '../../src/ports/payout-gateway.ts';
import { startWorld, type World, type WorldOptions } from '../world.ts';
import { getBalance, toWalletAccount } from '../../src/domains/ledger/index.ts';
import { createAdmin, type TestAdmin } from './admins.ts';

/** A case that is about nothing yet, and that its reader may decide. */
export const emptyCase = {
  job: null,
  withdrawal: null,
  refund: null,
  payment: null,
  chargeback: null,
  settlement: null,
  mayDecide: { allowed: true },
};

/** A world whose providers return what the test sets. */
export interface ScriptedWorld extends World {
  /** The result of every transfer; null: the provider never received it. */
  transfer: Partial<Transfer> | null;
  /** The status of every refund; null: the real result of the sandbox. */
  refund: GatewayRefund['status'] | null;
  sentRefunds: string[];
}

async function startScriptedWorld(
  options: Pick<WorldOptions, 'env' | 'clockStopped'>,
): Promise<ScriptedWorld> {
  const script: Pick<ScriptedWorld, 'transfer' | 'refund' | 'sentRefunds'> = {
    transfer: { status: 'paid' },
    refund: null,
    sentRefunds: [],
  };
  const amounts = new Map<string, number>();
  const toTransfer = (transferId: string): Transfer | null =>
    script.transfer && {
      transferId,
      providerTransferId: null,
      amountPaise: amounts.get(transferId) ?? 0,
      status: 'processing',
      utr: null,
      reason: null,
      chargePaise: 0,
      ...script.transfer,
    };
  const payouts: PayoutGateway = {
    provider: 'scripted',
    addBeneficiary: ({ beneficiaryId }) => Promise.resolve({ beneficiaryId, status: 'verified' }),
    checkName: (_, claimedName) => Promise.resolve({ nameAtBank: claimedName, match: 'full' }),
    createTransfer({ transferId, amountPaise }) {
      amounts.set(transferId, amountPaise);
      const transfer = toTransfer(transferId);
      return transfer ? Promise.resolve(transfer) : Promise.reject(new Error('no transfer is scripted'));
    },
    getTransfer: (transferId) => Promise.resolve(amounts.has(transferId) ? toTransfer(transferId) : null),
    listTransfers: () => Promise.resolve(null),
    getBalance: () => Promise.resolve(null),
    readWebhook: () => ({ verdict: 'malformed', reason: 'scripted' }),
  };
  let sandbox: PaymentGateway;
  const buildRefund = (
    refund: { orderId: string; refundId: string },
    amountPaise: number,
  ): GatewayRefund => ({
    ...refund,
    amountPaise,
    status: script.refund ?? 'pending',
  });
  const payments = new Proxy({} as PaymentGateway, {
    get: (_, name: keyof PaymentGateway) => {
      // Read while the server starts, before the address of the sandbox is known.
      if (name === 'provider') return 'cashfree';
      if (name === 'createRefund')
        return (refund: Parameters<PaymentGateway['createRefund']>[0]) => {
          script.sentRefunds.push(refund.refundId);
          return script.refund === null
            ? sandbox.createRefund(refund)
            : Promise.resolve(buildRefund(refund, refund.amountPaise));
        };
      if (name === 'getRefund')
        return (orderId: string, paymentId: string, refundId: string) =>
          script.refund === null
            ? sandbox.getRefund(orderId, paymentId, refundId)
            : Promise.resolve(
                script.sentRefunds.includes(refundId) ? buildRefund({ orderId, refundId }, 0) : null,
              );
      return sandbox[name];
    },
  });
  const world = await startWorld({ ...options, ports: { payouts, payments } });
  sandbox = composePorts(readConfig(world.config)).payments;
  return Object.assign(script, world);
}

/** A world with two finance admins, a poster and a worker. */
export class OpsCaseFixture {
  world!: ScriptedWorld;
  poster!: TestUser;
  worker!: TestUser;
  finance!: TestAdmin;
  second!: TestAdmin;

  /** Waits until the case is open, and returns its id. */
  async waitForCase(kind: OpsCaseKind, subject: string): Promise<string> {
    const find = () =>
      this.world.db
        .selectFrom('ops_case')
        .select('id')
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .where('resolved_at', 'is', null)
        .executeTakeFirst();
    await waitFor(`${kind} ${subject}`, async () => (await find()) !== undefined);
    return String((await find())?.id);
  }

  async isOpen(caseId: string): Promise<boolean> {
    return (await this.finance.user.done(calls.adminCase, { caseId })).resolved === null;
  }

  async isInQueue(kind: string, caseId: string): Promise<boolean> {
    return (await this.finance.user.done(adminQueue, { kind })).items.some(({ id }) => String(id) === caseId);
  }

  getWorkerBalance(): Promise<number> {
    return getBalance(this.world.db, toWalletAccount(this.worker.id));
  }
}

/** Registers the hooks for a whole test file. Each test gets its own users and must leave a sound ledger. */
export function setUpOpsCaseFixture(options: Pick<WorldOptions, 'clockStopped'> = {}): OpsCaseFixture {
  const fixture = new OpsCaseFixture();
  beforeAll(async () => {
    fixture.world = await startScriptedWorld({ ...options, env: { SECOND_APPROVER_ABOVE_RUPEES: '5000' } });
  });
  beforeEach(async () => {
    const { world } = fixture;
    world.transfer = { status: 'paid' };
    world.refund = null;
    fixture.poster = await world.user({ firstName: 'Meera' });
    fixture.worker = await world.user({ firstName: 'Imran', identity: 'verified' });
    fixture.finance = await createAdmin(world, 'finance');
    fixture.second = await createAdmin(world, 'finance');
  });
  afterEach(async () => {
    await fixture.world.drain();
    await expectSoundLedger(fixture.world.db);
  });
  afterAll(() => fixture.world.close());
  return fixture;
}

export const buildCommand = (caseId: string, decision: OpsCaseDecision, fields: object = {}) => ({
  caseId,
  decision,
  reason: 'The provider confirmed it by phone',
  ...fields,
});
export const decide = (by: TestAdmin, caseId: string, decision: OpsCaseDecision, fields: object = {}) =>
  by.user.call(calls.adminCaseDecide, buildCommand(caseId, decision, fields));
export const sortStatuses = (answers: { status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
