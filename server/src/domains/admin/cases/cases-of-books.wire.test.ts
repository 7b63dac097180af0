import * as calls from '@fws/contract/admin/cases/calls';
import { expect, test } from 'vitest';
import { emptyCase, setUpOpsCaseFixture } from '../../../../test/admin/ops-cases.ts';
import { controlSandbox } from '../../../../test/payouts.ts';
import { buildLedgerEntry } from '../../../../test/ledger/entries.ts';
import { listTxnIds } from '../../../../test/rows.ts';
import { award, fund, getMilestoneAt } from '../../../../test/story.ts';
import { waitFor } from '../../../../test/wait.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** 1.75% of ₹1,500, and 18% GST on that. */
const FEE_PAISE = 26_25;
const GST_PAISE = 4_72;
const SETTLED_PAISE = 1_500_00 - FEE_PAISE - GST_PAISE;

const fixture = setUpOpsCaseFixture({ clockStopped: true });
const getTime = (aheadMs = 0) => fixture.world.clock.format(aheadMs);
const readCase = (caseId: string) => fixture.finance.user.done(calls.adminCase, { caseId });
const findSettlement = () => fixture.world.db.selectFrom('settlement').selectAll().executeTakeFirst();

test('shows what the cost of a settlement leaves uncovered, and then the settlement that our bank sent back', async () => {
  const { world, poster } = fixture;
  const contract = await award(world, fixture, { rupees: '1500', term: 'completion' });
  await fund(world, poster, getMilestoneAt(contract));
  await controlSandbox(world, 'settlements', { outcome: 'SUCCESS' });
  await waitFor('the settlement', async () => (await findSettlement()) !== undefined);
  await world.drain();
  const settledAt = getTime();
  world.clock.advance(MINUTE_MS);
  await inTx(world.db, (tx) => enqueue(tx, 'verify_books', {}));
  const coverCaseId = await fixture.waitForCase('cover_short', 'own funds');
  expect(await readCase(coverCaseId)).toEqual({
    ...emptyCase,
    id: Number(coverCaseId),
    kind: 'cover_short',
    subject: 'own funds',
    amountPaise: FEE_PAISE + GST_PAISE,
    detail: 'the platform must pay in the charges of banks and the provider from its own funds',
    raisedAt: getTime(),
    dueAt: getTime(2 * DAY_MS),
    resolved: null,
    people: [],
    cover: { heldPaise: SETTLED_PAISE, owedPaise: 1_500_00 },
    accounts: [
      { account: 'bank', balancePaise: SETTLED_PAISE },
      { account: 'payout_float', balancePaise: 0 },
      { account: 'provider_clearing', balancePaise: 0 },
      { account: 'own_funds', balancePaise: 0 },
      { account: 'fee_expense', balancePaise: FEE_PAISE },
      { account: 'gst_input', balancePaise: GST_PAISE },
      { account: 'chargeback_receivable', balancePaise: 0 },
      { account: 'chargeback_loss', balancePaise: 0 },
    ],
    ledger: [],
    answers: [],
    decisions: ['ask', 'bring_in'],
    approval: null,
  });

  const { settlement_id: settlementId, utr } = (await findSettlement()) ?? {};
  world.clock.advance(MINUTE_MS);
  await controlSandbox(world, `settlements/${settlementId}/reverse`);
  const subject = `cashfree:${settlementId}`;
  const caseId = await fixture.waitForCase('settlement_odd', subject);
  await world.drain();
  const [settled, sentBack] = (await listTxnIds(world)).slice(-2);
  const { answers, ...opsCase } = await readCase(caseId);
  // How often the provider says the same depends on its webhooks.
  expect(answers.map(({ status, note }) => [status, note])).toEqual([
    ['reversed', `₹1,469.03 ${utr}`],
    ['success', `₹1,469.03 ${utr}`],
  ]);
  expect(opsCase).toEqual({
    ...emptyCase,
    id: Number(caseId),
    kind: 'settlement_odd',
    subject,
    amountPaise: SETTLED_PAISE,
    detail: 'our bank sent it back',
    raisedAt: getTime(),
    dueAt: getTime(DAY_MS),
    resolved: null,
    people: [],
    settlement: {
      id: settlementId,
      state: 'reversed',
      settledPaise: SETTLED_PAISE,
      feePaise: FEE_PAISE,
      gstPaise: GST_PAISE,
      utr,
    },
    cover: null,
    accounts: [
      { account: 'provider_clearing', balancePaise: 1_500_00 },
      { account: 'bank', balancePaise: 0 },
    ],
    ledger: [
      buildLedgerEntry(settled, settledAt, 'provider_settled', {
        bank: SETTLED_PAISE,
        fee_expense: FEE_PAISE,
        gst_input: GST_PAISE,
        provider_clearing: -1_500_00,
      }),
      buildLedgerEntry(sentBack, getTime(), 'settlement_reversed', {
        bank: -SETTLED_PAISE,
        fee_expense: -FEE_PAISE,
        gst_input: -GST_PAISE,
        provider_clearing: 1_500_00,
      }),
    ],
    decisions: ['ask', 'resolve'],
    approval: null,
  });
});
