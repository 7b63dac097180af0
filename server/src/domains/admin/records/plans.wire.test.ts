import type { RecordKind } from '@fws/contract/admin/records/model';
import { RECORD_KINDS } from '@fws/contract/admin/records/model';
import { expect, test } from 'vitest';
import { setUpPlans } from '../../../../test/plans.ts';
import type { CursorKey } from '../../../platform/cursor.ts';
import { buildListStatement, type ListParams } from './store.ts';

// With many rows of each kind, lists and searches must be read from an index, in display order.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 5000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, timestamptz '2026-11-28' + i * interval '1 minute',
    CASE WHEN i % 1000 = 0 THEN 'cancelled' ELSE 'awarded' END
  FROM generate_series(1, 20000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT id, 5001 + id % 5000, 100000, 'completion', '[]', '', 'accepted', posted_at FROM job;
  INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at, completed_at)
  SELECT job.id, quote.id, poster_id, worker_id, 100000, 'completion', posted_at,
    CASE WHEN job.id % 2 = 0 THEN now() END
  FROM job JOIN quote ON quote.job_id = job.id;
  INSERT INTO milestone (job_id, position, name, amount_paise, changed_at)
  SELECT job_id, 1, 'All', 100000, now() FROM contract;
  INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
  SELECT 'FWS_' || milestone.id, milestone.id, poster_id, 100000,
    CASE WHEN milestone.id % 1000 = 0 THEN 'expired' ELSE 'applied' END, 'cashfree', now(), awarded_at
  FROM milestone JOIN contract USING (job_id);
  INSERT INTO payment (provider, payment_id, order_id, amount_paise, applied, bank_reference, received_at)
  SELECT 'cashfree', 'pay' || id, id, 100000, true, 'bank' || id, now() FROM escrow_order;
  INSERT INTO refund (id, order_id, amount_paise, reason, created_at)
  SELECT 'R' || id, id, 100, 'cancelled', now() FROM escrow_order;
  INSERT INTO chargeback (provider, chargeback_id, order_id, payment_id, milestone_id, amount_paise, state, reason,
    opened_at)
  SELECT 'cashfree', 'CB' || id, id, 'pay' || id, milestone_id, 100, 'won', '', now() FROM escrow_order;
  INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
  SELECT id, 'upi', 'a@b', 'A B', 'B' || id, now(), now() FROM user_account WHERE id > 5000;
  INSERT INTO withdrawal (transfer_id, user_id, account_id, destination, amount_paise, state, utr, created_at)
  SELECT 'T' || i, a.user_id, a.id, 'UPI', 100, CASE WHEN i % 1000 = 0 THEN 'failed' ELSE 'paid' END, 'U' || i, now()
  FROM generate_series(1, 20000) i JOIN payout_account a ON a.user_id = 5001 + i % 5000`);

const explainList = (kind: RecordKind, params: Partial<ListParams>): Promise<string> =>
  explain(
    buildListStatement(kind, { search: '', state: '', userId: null, after: null, limit: 50, ...params }),
  );

const newest = {
  job: ['job_pkey', 'job_state_newest', 'cancelled'],
  contract: ['contract_newest', 'contract_newest_completed', 'completed'],
  order: ['escrow_order_newest', 'escrow_order_state_newest', 'expired'],
  withdrawal: ['withdrawal_pkey', 'withdrawal_state_newest', 'failed'],
} as const;
const at = '2026-12-01T00:00:00.000Z';
const cursorKeys: Record<RecordKind, CursorKey> = {
  job: ['', 9000],
  contract: [at, 9000],
  order: [`${at} FWS_9000`, 1],
  withdrawal: ['', 9000],
};

test.each(RECORD_KINDS)(
  'lists %s records newest first, from any position and in one state, from an index',
  async (kind) => {
    const [allIndex, stateIndex, state] = newest[kind];
    for (const after of [null, cursorKeys[kind]]) {
      const plan = await explainList(kind, { after });
      expect(plan).toContain(allIndex);
      expect(plan).not.toMatch(/Seq Scan/);
      const filtered = await explainList(kind, { after, state });
      expect(filtered).toContain(stateIndex);
      expect(filtered).not.toMatch(/Seq Scan/);
    }
  },
);

test.each(RECORD_KINDS)(
  'finds %s records by name, number, id and person without a sequential scan',
  async (kind) => {
    for (const search of ['crowd12 of5', '4821', 'payFWS_12', 'crowd12@', 'job 12', '7000000123']) {
      expect(await explainList(kind, { search }), search).not.toMatch(/Seq Scan/);
      expect(await explainList(kind, { search, userId: 5100, after: cursorKeys[kind] }), search).not.toMatch(
        /Seq Scan/,
      );
    }
    expect(await explainList(kind, { userId: 12 })).not.toMatch(/Seq Scan/);
  },
);
