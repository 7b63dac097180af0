import { expect, test } from 'vitest';
import { renderReceiptPdf } from '../../../platform/pdf/receipt-pdf.ts';
import { buildReceiptDocument } from './document.ts';
import type { ReceiptRow } from './store.ts';

const row: ReceiptRow = {
  id: 42,
  kind: 'paid',
  at: new Date('2026-11-19T20:00:00Z'),
  jobId: 3,
  jobNumber: '4836',
  jobTitle: 'रसोई, Modular kitchen',
  milestoneId: 6,
  milestoneName: 'quotes.part_initial',
  posterId: 1,
  workerId: 2,
  amountPaise: 24_000_50,
  releasedPaise: 0,
  refundedPaise: 0,
  chargePaise: 0,
  orderId: 'FWS_6',
  bankReference: 'UTR123',
  refundId: null,
  refundSentAt: null,
};
const platform = { name: 'FWS Services', address: '14, Sample Road, Pune' };
const build = (change: Partial<ReceiptRow> = {}, locale: 'en' | 'hi' = 'en') =>
  buildReceiptDocument(
    { row: { ...row, ...change }, posterName: 'Meera Joshi', workerName: 'Imran Shaikh' },
    platform,
    locale,
  );

test('says who paid what for which work, and who holds it', async () => {
  const document = build();
  expect(document).toMatchObject({
    title: 'Payment receipt',
    number: 'FWR-000042',
    date: '20 Nov 2026, 1:30 am',
    payer: 'Meera Joshi',
    holder: { name: 'FWS Services', address: '14, Sample Road, Pune' },
    lines: [{ description: 'Paid into escrow', amountPaise: 24_000_50 }],
    totalPaise: 24_000_50,
    amountInWords: 'Twenty-four thousand rupees and fifty paise only',
  });
  expect(document.facts.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Job: FWS 4836 · रसोई, Modular kitchen',
    'Milestone: Initial',
    'Worker: Imran Shaikh',
    'Order: FWS_6',
    'Bank reference: UTR123',
  ]);
  expect(document.notes[0]).toMatch(/^FWS Services holds this money for the job until/);
  expect((await renderReceiptPdf(document)).length).toBeGreaterThan(1000);
});

test('divides what left escrow into the shares of the ledger', async () => {
  const settled = build({
    kind: 'settled',
    milestoneName: null,
    orderId: null,
    bankReference: null,
    releasedPaise: 10_000_00,
    refundedPaise: 13_720_49,
    chargePaise: 280_01,
  });
  expect(settled.lines).toEqual([
    { description: 'Released to Imran Shaikh', amountPaise: 10_000_00 },
    { description: 'Back to the payer', amountPaise: 13_720_49 },
    { description: 'Processing charge', amountPaise: 280_01 },
  ]);
  expect(settled.facts).toHaveLength(2);
  expect(settled.notes[0]).toBe('FWS Services held this money for the job until then.');
  await expect(renderReceiptPdf({ ...settled, totalPaise: 1 })).rejects.toThrow('add up');
});

test('says whether a refund is on its way or sent', () => {
  const refunded = {
    kind: 'refunded' as const,
    refundId: 'ref_m6',
    refundedPaise: 23_520_49,
    chargePaise: 480_01,
  };
  const getState = (change: Partial<ReceiptRow>) =>
    build({ ...refunded, ...change }).facts.find(({ label }) => label === 'Sent back')?.value;
  expect(getState({})).toBe('on its way');
  expect(getState({ refundSentAt: new Date('2026-11-21T05:10:00Z') })).toBe('21 Nov 2026, 10:40 am');
});

test('is written in Hindi completely', async () => {
  const document = build({}, 'hi');
  expect(document.title).toBe('भुगतान की रसीद');
  for (const text of [
    ...Object.values(document.labels),
    ...document.notes,
    ...document.facts.map(({ label }) => label),
  ])
    expect(text).toMatch(/\p{Script=Devanagari}/u);
  expect((await renderReceiptPdf(document)).length).toBeGreaterThan(1000);
});
