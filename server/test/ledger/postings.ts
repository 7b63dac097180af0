import type { Db } from '../../src/platform/db/index.ts';
import { paymentVerified, release } from '../../src/domains/ledger/postings/escrow.ts';
import type { Posting } from '../../src/domains/ledger/postings/posting.ts';
import { post, type PostResult } from '../../src/domains/ledger/store.ts';

/** Helpers for ledger tests. Ids count up, so that the tests of a file can share a database. */
let lastId = 0;
export const nextId = () => (lastId += 1);

export const at = new Date('2026-04-01T06:30:00Z');

/** Posts without the event of a lifecycle that goes with it, which `inTx()` would refuse. */
export const postInTx = (db: Db, posting: Posting): Promise<PostResult> =>
  db.transaction().execute((tx) => post(tx, posting));

export async function createFundedMilestone(
  db: Db,
  amountPaise: number,
): Promise<{ milestoneId: number; jobId: number }> {
  const milestone = { milestoneId: nextId(), jobId: nextId() };
  const payment = { provider: 'cashfree', paymentId: `p${nextId()}`, orderId: `order_${nextId()}` };
  await postInTx(db, paymentVerified({ ...payment, ...milestone, amountPaise, at }));
  return milestone;
}

/** A new worker who has earned this amount. */
export async function createPaidWorker(db: Db, amountPaise: number): Promise<number> {
  const workerId = nextId();
  const milestone = await createFundedMilestone(db, amountPaise);
  await postInTx(db, release({ ...milestone, workerId, amountPaise, at }));
  return workerId;
}

/** A transfer between wallets, which no event of the product makes, with its lines in either order. */
export function buildTransfer(
  fromAccount: string,
  toAccount: string,
  amountPaise: number,
  creditFirst = false,
): Posting {
  const entries = [
    { account: fromAccount, amountPaise },
    { account: toAccount, amountPaise: -amountPaise },
  ];
  return {
    kind: 'release',
    key: `test:${nextId()}`,
    entries: creditFirst ? entries.toReversed() : entries,
    refs: {},
    eventTime: at,
  };
}
