import { findFonts } from './fonts.ts';
import { buildInvoiceLayout } from './invoice-layout.ts';
import type { InvoiceDocument } from './invoice.ts';

type Pdfmake = typeof import('pdfmake');
let loaded: Promise<Pdfmake> | undefined;

export const getPdfmake = (): Promise<Pdfmake> => (loaded ??= loadPdfmake());

async function loadPdfmake(): Promise<Pdfmake> {
  const { default: pdfmake } = await import('pdfmake');
  const fonts = findFonts();
  const fontFiles = new Set(Object.values(fonts).flatMap(({ normal, bold }) => [normal, bold]));
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));
  return pdfmake;
}

export async function renderInvoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const sumPaise = [...invoice.lines, ...invoice.taxLines].reduce((sum, line) => sum + line.amountPaise, 0);
  if (sumPaise !== invoice.totalPaise) throw new Error('An invoice must add up to its total');
  const pdfmake = await getPdfmake();
  return pdfmake.createPdf(buildInvoiceLayout(invoice)).getBuffer();
}
