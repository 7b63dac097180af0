import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { cancelJob } from '@fws/contract/contracts/calls';
import { expectSoundLedger } from '../../../../test/ledger/sound-ledger.ts';
import { waitForBlocked } from '../../../../test/locks.ts';
import { award, fund, readFundState, getMilestoneAt } from '../../../../test/story.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { composePorts } from '../../../compose-ports.ts';
import { readConfig } from '../../../config/index.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { GatewayRefund, PaymentGateway } from '../../../ports/payment-gateway.ts';
import { getBalance, toRefundAccount } from '../../ledger/index.ts';
import { lockMilestoneContext } from '../lock.ts';
import { giveUpRefund } from './finish.ts';

let world: World;
let poster: TestUser;
let worker: TestUser;
let gateway: PaymentGateway;
/** The status the provider reports for every refund; null: the real one. */
let forcedStatus: GatewayRefund['status'] | null = null;
/** The one try that is reported as successful, whatever is reported for the others. */
let succeededTryId: string | null = null;
let sentCount = 0;

beforeAll(async () => {
  const payments = new Proxy({} as PaymentGateway, {
    get: (_, name: keyof PaymentGateway) => {
      // The server asks for this at startup, before the sandbox address is known.
      if (name === 'provider') return 'cashfree';
      if (name === 'createRefund')
        return (refund: Parameters<PaymentGateway['createRefund']>[0]) => {
          sentCount += 1;
          return forcedStatus === null ? gateway.createRefund(refund) : buildRefund(refund);
        };
      if (name === 'getRefund')
        return (orderId: string, paymentId: string, refundId: string) =>
          forcedStatus === null || sentCount === 0
            ? gateway.getRefund(orderId, paymentId, refundId)
            : buildRefund({ orderId, refundId, amountPaise: 98_00 });
      return gateway[name];
    },
  });
  world = await startWorld({ ports: { payments } });
  gateway = composePorts(readConfig(world.config)).payments;
  poster = await world.user();
  worker = await world.user();
});
afterEach(async () => {
  await world.drain();
  await expectSoundLedger(world.db);
});
afterAll(() => world.close());

const buildRefund = (
  refund: Pick<GatewayRefund, 'orderId' | 'refundId' | 'amountPaise'>,
): Promise<GatewayRefund> =>
  Promise.resolve({
    ...refund,
    status: refund.refundId === succeededTryId ? 'success' : (forcedStatus ?? 'pending'),
  });
const readRefund = (id: string) =>
  world.db.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const check = async (id: string) => {
  await inTx(world.db, (tx) =>
    enqueue(tx, 'check_refund', { refundId: id, round: 0 }, { key: `refund:${id}` }),
  );
  await world.drain();
};
const listOpenCaseKinds = async (id: string) =>
  (
    await world.db
      .selectFrom('ops_case')
      .select('kind')
      .where('subject', '=', id)
      .where('resolved_at', 'is', null)
      .execute()
  ).map(({ kind }) => kind);

/** A cancelled milestone whose refund the provider has refused once. */
async function createRefusedRefund() {
  const contract = await award(world, { poster, worker }, { rupees: '100', term: 'completion' });
  const at = getMilestoneAt(contract);
  forcedStatus = null;
  sentCount = 0;
  await fund(world, poster, at);
  forcedStatus = 'failed';
  const cancel = { jobId: String(contract.jobId), comment: 'Plans changed', refundText: '' };
  expect((await poster.call(cancelJob, cancel)).status).toBe(200);
  await world.drain();
  return { id: `ref_m${at.milestoneId}`, at };
}

/** A cancelled milestone whose refund the provider refused six times. */
async function createFailedRefund() {
  const { id, at } = await createRefusedRefund();
  for (let time = 0; time < 6; time++) await check(id);
  expect(await readRefund(id)).toMatchObject({ state: 'failed', tries: 5 });
  expect(await getBalance(world.db, toRefundAccount(id))).toBe(98_00);
  expect(await listOpenCaseKinds(id)).toEqual(['refund_failed']);
  return { id, at };
}

test('keeps the money after six refusals, notifies people, and books a late success once', async () => {
  const { id, at } = await createFailedRefund();
  const notifications = await world.db
    .selectFrom('notification')
    .select('type')
    .where('user_id', '=', poster.id)
    .where('type', '=', 'refund_delayed')
    .execute();
  expect(notifications).toHaveLength(1);
  const mails = await fetch(`${world.sandboxUrl}/outbox.json?to=operations@fws.example`);
  expect(await mails.text()).toContain(id);

  await check(id);
  expect(await readRefund(id)).toMatchObject({ state: 'failed' });
  // Brings the refund's daily check forward.
  await world.db
    .updateTable('refund')
    .set({ next_check_at: new Date(0) })
    .where('id', '=', id)
    .execute();
  await inTx(world.db, (tx) => enqueue(tx, 'reconcile_refunds', {}));
  forcedStatus = 'success';
  await world.drain();
  await check(id);
  expect(await readRefund(id)).toMatchObject({ state: 'succeeded', next_check_at: null });
  expect(await getBalance(world.db, toRefundAccount(id))).toBe(0);
  expect(await readFundState(world, at)).toBe('refunded');
  expect(await listOpenCaseKinds(id)).toEqual([]);
});

test('books a late success of an earlier try', async () => {
  const { id, at } = await createFailedRefund();
  succeededTryId = `${id}-2`;
  const sent = sentCount;
  await check(id);
  expect(await readRefund(id)).toMatchObject({ state: 'succeeded', next_check_at: null });
  expect(sentCount).toBe(sent);
  expect(await getBalance(world.db, toRefundAccount(id))).toBe(0);
  expect(await readFundState(world, at)).toBe('refunded');
  expect(await listOpenCaseKinds(id)).toEqual([]);
});

test('locks the milestone before the refund when it gives a refund up', async () => {
  const { id, at } = await createRefusedRefund();
  const refund = await readRefund(id);
  let givingUp: Promise<void> | undefined;
  await inTx(world.db, async (tx) => {
    await lockMilestoneContext(tx, at);
    givingUp = inTx(world.db, (other) => giveUpRefund(other, refund, world.clock.now()));
    await waitForBlocked(world.db);
    // Fails at once if the other transaction has this lock.
    await sql`SELECT 1 FROM refund WHERE id = ${id} FOR NO KEY UPDATE NOWAIT`.execute(tx);
  });
  await givingUp;
  expect(await readRefund(id)).toMatchObject({ state: 'failed' });
});
