import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { paymentHistory, wallet } from '@fws/contract/payouts/calls';
import type { PassbookLine } from '@fws/contract/payouts/schemas';
import { createAlertSteps } from '../../../test/identity/alerts.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { expectPages } from '../../../test/pages.ts';
import {
  controlSandbox,
  createBankAccount,
  parseWithdrawalId,
  readWithdrawalRow,
  waitForWithdrawal,
  withdraw,
} from '../../../test/payouts.ts';
import { readJobNumber, readTransferId } from '../../../test/rows.ts';
import { award, earn, fund, getMilestoneAt } from '../../../test/story.ts';
import { TestUser } from '../../../test/user.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { createSession } from '../identity/index.ts';
import { toFinancialYear } from './invoices/rules.ts';

// Every field of the passbook, of a withdrawal and of the payment history.

let world: World;
let poster: TestUser;
let worker: TestUser;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  poster = await world.user({ firstName: 'Meera' });
  worker = await world.user({ firstName: 'Imran', identity: 'verified' });
});
afterEach(() => expectSoundLedger(world.db));
afterAll(() => world.close());

const TO = 'State Bank of India ··0123';
/** The next minute, as replies show it. */
function advance(): string {
  world.clock.advance(60_000);
  return world.clock.format();
}

test('shows every field of earnings, of money held and of withdrawals, paid and sent back', async () => {
  const releasedAt = world.clock.format();
  const { jobId } = await earn(world, { poster, worker }, '5000');
  await world.drain();
  const fundedAt = advance();
  const held = getMilestoneAt(await award(world, { poster, worker }, { rupees: '9600', term: 'completion' }));
  await fund(world, poster, held);
  const { id: accountId } = await createBankAccount(worker, '50100417700123');
  const withdrawAmount = async (rupees: string) => {
    const at = advance();
    const answer = await withdraw(worker, accountId, rupees);
    const id = parseWithdrawalId(answer);
    await waitForWithdrawal(world, id, 'paid');
    await world.drain();
    return { id, at, answer, utr: (await readWithdrawalRow(world, id)).utr };
  };
  const kept = await withdrawAmount('1200');
  expect(kept.answer.data).toEqual({
    id: kept.id,
    amountPaise: 1_200_00,
    to: TO,
    state: 'requested',
    reason: null,
    utr: null,
    createdAt: kept.at,
  });
  const returned = await withdrawAmount('800');
  const returnedAt = advance();
  await controlSandbox(world, `transfers/${await readTransferId(world, returned.id)}/reverse`);
  await waitForWithdrawal(world, returned.id, 'reversed');
  await world.drain();

  const jobNumber = await readJobNumber(world, jobId);
  const toTransfer = { title: TO, jobNumber: null };
  const lines: PassbookLine[] = [
    {
      ...toTransfer,
      id: '4',
      at: returnedAt,
      kind: 'withdrawal_reversed',
      amountPaise: 800_00,
      balancePaise: 3_800_00,
      reference: returned.utr,
    },
    {
      ...toTransfer,
      id: '3',
      at: returned.at,
      kind: 'withdrawal',
      amountPaise: -800_00,
      balancePaise: 3_000_00,
      reference: returned.utr,
    },
    {
      ...toTransfer,
      id: '2',
      at: kept.at,
      kind: 'withdrawal',
      amountPaise: -1_200_00,
      balancePaise: 3_800_00,
      reference: kept.utr,
    },
    {
      id: '1',
      at: releasedAt,
      kind: 'release',
      title: 'Paint a flat, On completion',
      jobNumber,
      amountPaise: 5_000_00,
      balancePaise: 5_000_00,
      reference: null,
    },
  ];
  expect(await worker.done(wallet, {})).toEqual({
    balancePaise: 3_800_00,
    withdrawablePaise: 3_800_00,
    restingPaise: 0,
    resting: [],
    limit: null,
    heldPaise: 9_600_00,
    held: [
      {
        id: `held-${held.milestoneId}`,
        at: fundedAt,
        kind: 'held',
        title: 'Paint a flat, On completion',
        jobNumber: await readJobNumber(world, held.jobId),
        amountPaise: 9_600_00,
        balancePaise: null,
        reference: null,
      },
    ],
    lines,
    nextCursor: null,
    stoppedAt: null,
  });
  await expectPages(async (page) => {
    const { lines: items, nextCursor } = await worker.done(wallet, page);
    return { items, nextCursor };
  }, lines);

  const { id: invoiceId } = await world.db.selectFrom('invoice').select('id').executeTakeFirstOrThrow();
  const year = toFinancialYear(world.clock.now());
  expect(await worker.done(paymentHistory, {})).toEqual({
    invoices: [
      {
        id: invoiceId,
        kind: 'work',
        serial: `FWS/${year}/00001`,
        jobTitle: 'Paint a flat',
        jobNumber,
        milestoneName: 'On completion',
        amountPaise: 5_000_00,
        createdAt: releasedAt,
        pdfUrl: `/api/invoices/${invoiceId}/FWS-${year}-00001.pdf`,
      },
    ],
    withdrawals: [
      {
        id: returned.id,
        amountPaise: 800_00,
        to: TO,
        state: 'reversed',
        reason: 'The bank sent the money back. It is in your passbook again',
        utr: returned.utr,
        createdAt: returned.at,
      },
      {
        id: kept.id,
        amountPaise: 1_200_00,
        to: TO,
        state: 'paid',
        reason: null,
        utr: kept.utr,
        createdAt: kept.at,
      },
    ],
    nextCursor: null,
  });
});

test('shows since when withdrawals are stopped', async () => {
  const { createOwner, sendAlert, readLink, deny } = createAlertSteps(() => world);
  const asha = await createOwner();
  await sendAlert(asha, 'new_device');
  const stoppedAt = advance();
  await deny(await readLink(asha.mobile));
  advance();
  const now = world.clock.now();
  const session = { userId: asha.id, now, ttlMs: 3600_000, client: 'test', confirmed: true };
  const back = new TestUser(world.url, { id: asha.id, token: await createSession(world.db, session) });
  expect(await back.done(wallet, {})).toEqual({
    balancePaise: 0,
    withdrawablePaise: 0,
    restingPaise: 0,
    resting: [],
    limit: null,
    heldPaise: 0,
    held: [],
    lines: [],
    nextCursor: null,
    stoppedAt,
  });
});
