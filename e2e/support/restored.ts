import { composePorts } from '../../server/src/compose-ports.ts';
import { readConfig } from '../../server/src/config/index.ts';
import { markRestored } from '../../server/src/domains/admin/index.ts';
import {
  createBankAccount,
  controlSandbox,
  withdraw,
  parseWithdrawalId,
  readWithdrawalRow,
} from '../../server/test/payouts.ts';
import { simulatePayment, earn } from '../../server/test/story.ts';
import type { TestUser } from '../../server/test/user.ts';
import { waitFor } from '../../server/test/wait.ts';
import type { World } from '../../server/test/world.ts';

const HOUR_MS = 3600_000;
const PAID = { transferPaise: 200_00, orderPaise: 500_00 };
/** A milestone id that these books do not contain. */
const LOST_MILESTONE = 900_001;

export interface Restored {
  /** A payout made after the backup, and a payment for a job posted after it. Only the providers know them. */
  transferId: string;
  orderId: string;
}

/** A restored database: 900 rupees earned, of which the worker withdraws 700. */
export async function createRestoredDatabase(
  world: World,
  { poster, worker }: { poster: TestUser; worker: TestUser },
): Promise<Restored> {
  await earn(world, { poster, worker }, '900');
  const { id: accountId } = await createBankAccount(worker, '50100417700123');
  await world.drain();
  await controlSandbox(world, 'faults', { webhooks: 'off' });
  const { payments, payouts } = composePorts(readConfig(world.config));
  const transferId = 'fws_0b2f6c1d';
  const beneficiaryId = `ben_${transferId}`;
  const destination = { kind: 'bank', accountNumber: '50100417700123', ifsc: 'SBIN0001234' } as const;
  await payouts.addBeneficiary({ beneficiaryId, name: 'Imran Kumar', phone: '9876543210', destination });
  await payouts.createTransfer({
    transferId,
    amountPaise: PAID.transferPaise,
    beneficiaryId,
    mode: 'bank',
    remarks: 'x',
  });
  const orderId = `fws_${LOST_MILESTONE}_${'0b'.repeat(9)}`;
  await payments.createOrder({
    orderId,
    amountPaise: PAID.orderPaise,
    customerId: 'user_999999',
    customerPhone: '9876543210',
    returnUrl: world.url,
    notifyUrl: `${world.url}/webhooks/payments/cashfree`,
    expiresAt: new Date(Date.now() + HOUR_MS),
    note: '',
  });
  await simulatePayment(world, orderId, 'SUCCESS');
  await controlSandbox(world, 'faults', { webhooks: 'on' });
  await markRestored(world.db, null, world.clock.now());
  const id = parseWithdrawalId(await withdraw(worker, accountId, '700'));
  await waitFor('the withdrawal to wait', async () => {
    const { next_check_at: next } = await readWithdrawalRow(world, id);
    return next !== null && next > world.clock.now();
  });
  return { transferId, orderId };
}
