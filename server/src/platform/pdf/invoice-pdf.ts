import pdfmake from 'pdfmake';
import { FONTS } from './fonts.ts';
import { invoiceLayout } from './invoice-layout.ts';
import type { InvoiceDocument } from './invoice.ts';

const fontFiles = new Set(Object.values(FONTS).flatMap(({ normal, bold }) => [normal, bold]));

pdfmake.setFonts({ ...FONTS });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

export async function invoicePdf(invoice: InvoiceDocument): Promise<Buffer> {
  const sumPaise = [...invoice.lines, ...invoice.taxLines].reduce((sum, line) => sum + line.amountPaise, 0);
  if (sumPaise !== invoice.totalPaise) throw new Error('An invoice must add up to its total');
  return pdfmake.createPdf(invoiceLayout(invoice)).getBuffer();
}
