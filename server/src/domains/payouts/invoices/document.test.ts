import { expect, test } from 'vitest';
import { renderInvoicePdf } from '../../../platform/pdf/invoice-pdf.ts';
import { buildInvoiceDocument } from './document.ts';

const invoice = {
  id: 1,
  milestone_id: 6,
  serial: 'FWS/2627/00001',
  kind: 'work' as const,
  owner_id: 1,
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

test('builds an invoice in English', async () => {
  const document = buildInvoiceDocument(invoice, 'en', 1);
  expect(document).toMatchObject({
    title: 'Invoice',
    date: '20 Nov 2026',
    placeOfSupply: 'Maharashtra (27)',
    jobNumber: 'FWS 4836',
    milestoneName: 'Initial',
    totalPaise: 24_000_00,
    amountInWords: 'Twenty-four thousand rupees only',
  });
  expect((await renderInvoicePdf(document)).length).toBeGreaterThan(1000);
});

test('builds an invoice in Hindi with every label translated', async () => {
  const document = buildInvoiceDocument(invoice, 'hi', 1);
  expect(document).toMatchObject({ title: 'इनवॉइस', amountInWords: 'चौबीस हज़ार रुपये मात्र' });
  expect(document.date).toMatch(/^20 \p{Script=Devanagari}/u);
  for (const label of [...Object.values(document.labels), document.footerNote])
    expect(label).not.toMatch(/payouts\./);
  expect((await renderInvoicePdf(document)).length).toBeGreaterThan(1000);
});

const deductions = { feePaise: 1_200_00, gstPaise: 216_01, tdsPaise: 24_00, welfarePaise: 0 };

test('shows the deductions only to the worker, line by line down to the amount in the passbook', async () => {
  const invoiceWithDeductions = { ...invoice, document: { ...invoice.document, kept: deductions } };
  const document = buildInvoiceDocument(invoiceWithDeductions, 'en', 1);
  expect(document.totalPaise).toBe(24_000_00);
  expect(document.paidOut).toEqual({
    lines: [
      { description: 'FWS fee', amountPaise: -1_200_00 },
      { description: 'GST on the FWS fee', amountPaise: -216_01 },
      { description: 'Tax deducted at source (TDS)', amountPaise: -24_00 },
    ],
    totalPaise: 22_559_99,
  });
  expect(buildInvoiceDocument(invoiceWithDeductions, 'en', 2).paidOut).toBeNull();
  expect(
    (await renderInvoicePdf(buildInvoiceDocument(invoiceWithDeductions, 'hi', 1))).length,
  ).toBeGreaterThan(1000);
});

const buildFeeInvoice = (gstin: string | null) => ({
  ...invoice,
  kind: 'fee' as const,
  supplier_id: null,
  recipient_id: 1,
  amount_paise: 1_416_01,
  document: {
    ...invoice.document,
    supplier: { name: 'FWS', address: 'Andheri, Mumbai, Maharashtra' },
    recipient: invoice.document.supplier,
    kept: deductions,
    platformGstin: gstin,
  },
});

test.each([
  ['27AAPFU0939F1ZV', ['CGST', 'SGST']],
  ['29AAPFU0939F1ZR', ['IGST']],
])('the fee invoice has the GST lines for GSTIN %s', async (gstin, taxes) => {
  const document = buildInvoiceDocument(buildFeeInvoice(gstin), 'en', 1);
  expect(document).toMatchObject({
    title: 'Fee invoice',
    supplier: { name: 'FWS', gstin },
    recipient: { name: 'रमेश Kale' },
    lines: [{ description: 'FWS fee', amountPaise: 1_200_00 }],
    totalPaise: 1_416_01,
    paidOut: null,
  });
  expect(document.taxLines.map(({ description }) => description)).toEqual(taxes);
  expect(document.taxLines.reduce((sum, { amountPaise }) => sum + amountPaise, 0)).toBe(216_01);
  expect((await renderInvoicePdf(document)).length).toBeGreaterThan(1000);
});
