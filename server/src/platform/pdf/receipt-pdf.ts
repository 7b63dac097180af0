import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { getPdfmake } from './invoice-pdf.ts';
import { buildFact, buildLabel, buildRow, buildText } from './parts.ts';
import type { ReceiptDocument } from './receipt.ts';
import { buildAmounts, buildClosing, buildHeading, buildParties, buildSheet } from './sheet.ts';

export async function renderReceiptPdf(receipt: ReceiptDocument): Promise<Buffer> {
  const sumPaise = receipt.lines.reduce((sum, line) => sum + line.amountPaise, 0);
  if (sumPaise !== receipt.totalPaise) throw new Error('A receipt must add up to its total');
  return (await getPdfmake()).createPdf(buildReceiptLayout(receipt)).getBuffer();
}

function buildReceiptLayout(receipt: ReceiptDocument): TDocumentDefinitions {
  const { labels, title, number, date, payer, holder, notes } = receipt;
  const [firstNote = '', ...otherNotes] = notes;
  const rows = receipt.lines.map(({ description, amountPaise }) => buildRow(description, amountPaise));
  return buildSheet({
    title,
    number,
    content: [
      ...buildHeading(title, [buildFact(labels.number, number), buildFact(labels.date, date)]),
      buildParties(
        [buildLabel(labels.payer), buildText(payer, 12, 'bold')],
        [buildLabel(labels.holder), buildText(holder.name, 12, 'bold'), buildText(holder.address)],
      ),
      ...receipt.facts.map(({ label, value }): Content => ({
        ...buildFact(label, value),
        margin: [0, 0, 0, 4],
      })),
      { ...buildAmounts(labels, rows, receipt.totalPaise), margin: [0, 16, 0, 0] },
      buildClosing(labels.amountInWords, receipt.amountInWords),
      { ...buildText(firstNote), margin: [0, 20, 0, 0] },
    ],
    footerNote: otherNotes.join(' '),
  });
}
