import { expect, test } from 'vitest';
import { paymentReceipts } from '@fws/contract/contracts/calls';
import type { Receipt } from '@fws/contract/contracts/schemas';
import { encodeLegacyReply } from '../../test/legacy.ts';

test('writes a receipt of the poster', async () => {
  const receipt: Receipt = {
    id: 12,
    number: 'FWR-000012',
    kind: 'settled',
    at: '2026-12-02T10:00:00.000Z',
    jobId: 7,
    jobNumber: '4836',
    jobTitle: 'Paint, twice',
    milestoneName: 'Second coat',
    workerName: 'Imran Shaikh',
    amountPaise: 900_00,
    releasedPaise: 400_50,
    refundedPaise: 489_50,
    chargePaise: 10_00,
    pdfUrl: '/api/receipts/12/FWR-000012.pdf',
  };
  const page = { items: [receipt], nextCursor: 'abc' };
  expect(await encodeLegacyReply(paymentReceipts, page)).toEqual({
    data: [
      {
        receipt_id: 12,
        receipt_number: 'FWR-000012',
        kind: 'settled',
        created_at: '2026-12-02T10:00:00.000Z',
        job_id: 7,
        job_unique_id: 'FWS 4836',
        job_title: 'Paint, twice',
        milestone: 'Second coat',
        worker_name: 'Imran Shaikh',
        amount: '900',
        released_amount: '400.50',
        refund_amount: '489.50',
        charge_amount: '10',
        pdf: '/api/receipts/12/FWR-000012.pdf',
      },
    ],
    next_cursor: 'abc',
  });
});
