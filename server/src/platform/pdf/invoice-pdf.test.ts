import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { englishInvoice, hindiInvoice } from './invoice-fixtures.ts';
import { invoiceLayout } from './invoice-layout.ts';
import { invoicePdf } from './invoice-pdf.ts';

/** The glyph numbers of each piece of text drawn; 0 is the box that stands for a missing letter. */
function drawnGlyphs(pdf: Buffer): number[][] {
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

function fontsIn(pdf: Buffer): string[] {
  const names = [...pdf.toString('latin1').matchAll(/\/FontName \/[A-Z]+\+(\S+)/g)].map(
    (match) => match[1] ?? '',
  );
  return [...new Set(names)].toSorted();
}

/** Every text of a layout, in reading order. */
function textsOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(textsOf).join(' ');
  if (typeof node !== 'object' || node === null) return '';
  const text = 'text' in node && typeof node.text === 'string' ? node.text : '';
  return `${text} ${Object.values(node).map(textsOf).join(' ')}`;
}

function wordsOf(invoice: typeof englishInvoice): string {
  return textsOf(invoiceLayout(invoice).content).replace(/\s+/g, ' ');
}

test('an English invoice is a PDF that carries its fonts and has every letter', async () => {
  const pdf = await invoicePdf(englishInvoice);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(fontsIn(pdf)).toEqual(['NotoSans-Regular', 'NotoSans-SemiBold', 'NotoSansDevanagari-Regular']);
  const glyphs = drawnGlyphs(pdf);
  expect(glyphs.flat().length).toBeGreaterThan(400);
  expect(glyphs.flat()).not.toContain(0);
});

test('a Hindi invoice has every letter, and its conjuncts are joined', async () => {
  const pdf = await invoicePdf({ ...hindiInvoice, title: 'क्षेत्र' });
  expect(fontsIn(pdf)).toContain('NotoSansDevanagari-SemiBold');
  const [title, ...rest] = drawnGlyphs(pdf);
  expect(rest.flat()).not.toContain(0);
  // Seven characters: क ् ष े त ् र. Joined they are क्ष, its vowel sign, and त्र.
  expect(title?.length).toBeLessThanOrEqual(4);
});

test('the check above would see a missing letter', async () => {
  const pdf = await invoicePdf({ ...englishInvoice, title: '漢' });
  expect(drawnGlyphs(pdf)[0]).toContain(0);
});

test('everything the rules ask for is on it', () => {
  const words = wordsOf(englishInvoice);
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

test('without registration there is no GSTIN, SAC or tax line', () => {
  const words = wordsOf(hindiInvoice);
  expect(words).not.toContain('GSTIN');
  expect(words).not.toContain('SAC');
  expect(words).not.toContain(hindiInvoice.labels.taxableValue);
});

test('an invoice that does not add up is not made', async () => {
  await expect(invoicePdf({ ...englishInvoice, totalPaise: 1 })).rejects.toThrow('add up');
});
