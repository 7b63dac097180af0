import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { getPdfmake } from './invoice-pdf.ts';
import {
  AMOUNT_WIDTH,
  buildFact,
  buildLabel,
  buildRow,
  buildRule,
  buildText,
  INK,
  LINE,
  PAGE_MARGIN,
  STONE,
  TEXT,
  TEXT_SECOND,
} from './parts.ts';
import type { ReceiptDocument } from './receipt.ts';

export async function renderReceiptPdf(receipt: ReceiptDocument): Promise<Buffer> {
  const sumPaise = receipt.lines.reduce((sum, line) => sum + line.amountPaise, 0);
  if (sumPaise !== receipt.totalPaise) throw new Error('A receipt must add up to its total');
  return (await getPdfmake()).createPdf(buildReceiptLayout(receipt)).getBuffer();
}

/** One A4 sheet in the style of the invoices. */
function buildReceiptLayout(receipt: ReceiptDocument): TDocumentDefinitions {
  const { title, number, notes } = receipt;
  const [firstNote = '', ...otherNotes] = notes;
  return {
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, 72],
    info: { title: `${title} ${number}`, producer: 'FWS' },
    defaultStyle: { font: 'latin', fontSize: 10, lineHeight: 1.25, color: TEXT },
    content: [
      buildHeading(receipt),
      buildRule(2),
      buildParties(receipt),
      ...receipt.facts.map(({ label, value }) => ({
        ...buildFact(label, value),
        margin: [0, 0, 0, 4] as const,
      })),
      { ...buildAmounts(receipt), margin: [0, 16, 0, 0] },
      buildRule(1.2),
      { ...buildRule(1.2), margin: [0, 2, 0, 14] },
      buildLabel(receipt.labels.amountInWords),
      buildText(receipt.amountInWords),
      { ...buildText(firstNote), margin: [0, 20, 0, 0] },
    ] as Content[],
    footer: () => ({
      ...buildText(otherNotes.join(' '), 8.5),
      color: TEXT_SECOND,
      margin: [PAGE_MARGIN, 16],
    }),
  };
}

function buildHeading({ labels, title, number, date }: ReceiptDocument): Content {
  return {
    columns: [
      { svg: STONE, width: 26 },
      { ...buildText(title, 18, 'bold'), color: INK, width: '*', margin: [12, 2, 0, 0] },
      {
        stack: [buildFact(labels.number, number), buildFact(labels.date, date)],
        width: 'auto',
        alignment: 'right',
      },
    ],
    margin: [0, 0, 0, 12],
  };
}

function buildParties({ labels, payer, holder }: ReceiptDocument): Content {
  return {
    columns: [
      { stack: [buildLabel(labels.payer), buildText(payer, 12, 'bold')] },
      { stack: [buildLabel(labels.holder), buildText(holder.name, 12, 'bold'), buildText(holder.address)] },
    ],
    columnGap: 24,
    margin: [0, 16, 0, 16],
  };
}

function buildAmounts({ labels, lines, totalPaise }: ReceiptDocument) {
  const body: TableCell[][] = [
    [buildLabel(labels.description), { ...buildLabel(labels.amount), alignment: 'right' }],
    ...lines.map(({ description, amountPaise }) => buildRow(description, amountPaise)),
    buildRow(labels.total, totalPaise, 'bold'),
  ];
  const last = body.length - 1;
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: ['*', AMOUNT_WIDTH], body },
    layout: {
      hLineWidth: (line: number) => (line === 1 || line === last ? 1.2 : line === 0 || line > last ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: (line: number) => (line === 1 || line === last ? INK : LINE),
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 6,
      paddingBottom: () => 5,
    },
  };
}
