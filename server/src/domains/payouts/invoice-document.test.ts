import { expect, test } from 'vitest';
import { invoicePdf } from '../../platform/pdf/invoice-pdf.ts';
import { invoiceDocument } from './invoice-document.ts';

const invoice = {
  id: 1,
  serial: 'FWS/2627/00001',
  supplier_id: 1,
  recipient_id: 2,
  amount_paise: 24_000_00,
  document: {
    supplier: { name: 'रमेश Kale', address: 'Kothrud, Pune, Maharashtra 411038' },
    recipient: { name: 'Meera Joshi', address: 'Nashik, Maharashtra' },
    jobNumber: '4836',
    jobTitle: 'Paint a flat',
    milestoneName: 'quotes.part_initial',
  },
  created_at: new Date('2026-11-19T20:00:00Z'),
};

test('in English', async () => {
  const document = invoiceDocument(invoice, 'en');
  expect(document).toMatchObject({
    title: 'Invoice',
    date: '20 Nov 2026',
    placeOfSupply: 'Maharashtra (27)',
    jobNumber: 'FWS 4836',
    milestoneName: 'Initial',
    totalPaise: 24_000_00,
    amountInWords: 'Twenty-four thousand rupees only',
  });
  expect((await invoicePdf(document)).length).toBeGreaterThan(1000);
});

test('in Hindi, with every word in it', async () => {
  const document = invoiceDocument(invoice, 'hi');
  expect(document).toMatchObject({ title: 'इनवॉइस', amountInWords: 'चौबीस हज़ार रुपये मात्र' });
  expect(document.date).toMatch(/^20 \p{Script=Devanagari}/u);
  for (const label of [...Object.values(document.labels), document.footerNote])
    expect(label).not.toMatch(/payouts\./);
  expect((await invoicePdf(document)).length).toBeGreaterThan(1000);
});
