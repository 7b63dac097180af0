import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { englishInvoice, hindiInvoice } from '../../../test/files/invoices.ts';
import { buildInvoiceLayout } from './invoice-layout.ts';
import { renderInvoicePdf } from './invoice-pdf.ts';

/** The glyph ids of each drawn text; 0 is the box that stands for a missing glyph. */
function extractGlyphs(pdf: Buffer): number[][] {
  const source = pdf.toString('latin1');
  const streams = [...source.matchAll(/FlateDecode\s*>>\s*stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length;
    return inflateSync(pdf.subarray(start, source.indexOf('endstream', start))).toString('latin1');
  });
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map((piece) => [...(piece[1] ?? '').matchAll(/<([0-9a-f]+)>/g)].map((hex) => hex[1] ?? '').join(''))
    .map((hex) => (hex.match(/.{4}/g) ?? []).map((glyph) => Number.parseInt(glyph, 16)));
}

function listFonts(pdf: Buffer): string[] {
  const names = [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(
    (match) => match[1] ?? '',
  );
  return [...new Set(names)].toSorted();
}

/** All texts of a layout in reading order. */
function collectTexts(node: unknown): string {
  if (Array.isArray(node)) return node.map(collectTexts).join(' ');
  if (typeof node !== 'object' || node === null) return '';
  const text = 'text' in node && typeof node.text === 'string' ? node.text : '';
  return `${text} ${Object.values(node).map(collectTexts).join(' ')}`;
}

function readInvoiceText(invoice: typeof englishInvoice): string {
  return collectTexts(buildInvoiceLayout(invoice).content).replace(/\s+/g, ' ');
}

test('embeds the fonts of an English invoice and has every glyph', async () => {
  const pdf = await renderInvoicePdf(englishInvoice);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(listFonts(pdf)).toEqual(['NotoSans-Regular', 'NotoSans-SemiBold', 'NotoSansDevanagari-Regular']);
  const glyphs = extractGlyphs(pdf);
  expect(glyphs.flat().length).toBeGreaterThan(400);
  expect(glyphs.flat()).not.toContain(0);
});

test('has every glyph of a Hindi invoice and joins its conjuncts', async () => {
  const pdf = await renderInvoicePdf({ ...hindiInvoice, title: 'क्षेत्र' });
  expect(listFonts(pdf)).toContain('NotoSansDevanagari-SemiBold');
  const [title, ...rest] = extractGlyphs(pdf);
  expect(rest.flat()).not.toContain(0);
  // Seven characters: क ् ष े त ् र. Joined they are क्ष, its vowel sign, and त्र.
  expect(title?.length).toBeLessThanOrEqual(4);
});

test('detects a missing glyph', async () => {
  const pdf = await renderInvoicePdf({ ...englishInvoice, title: '漢' });
  expect(extractGlyphs(pdf)[0]).toContain(0);
});

test('contains everything that the rules require', () => {
  const words = readInvoiceText(englishInvoice);
  const { supplier, recipient, serial, date, placeOfSupply, milestoneName, amountInWords } = englishInvoice;
  for (const part of [supplier.name, supplier.gstin, recipient.name, serial, date, placeOfSupply]) {
    expect(words).toContain(part);
  }
  for (const part of [milestoneName, amountInWords, 'SAC 995473', 'Taxable value', 'CGST 9%']) {
    expect(words).toContain(part);
  }
  expect(words).toContain('Tax payable on reverse charge No');
  expect(words).toContain('Total ₹1,45,678.68');
});

test('has no GSTIN, SAC or tax line without registration', () => {
  const words = readInvoiceText(hindiInvoice);
  expect(words).not.toContain('GSTIN');
  expect(words).not.toContain('SAC');
  expect(words).not.toContain(hindiInvoice.labels.taxableValue);
});

test('refuses an invoice that does not add up', async () => {
  await expect(renderInvoicePdf({ ...englishInvoice, totalPaise: 1 })).rejects.toThrow('add up');
});
