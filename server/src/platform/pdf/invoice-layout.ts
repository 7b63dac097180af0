import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { AmountLine, InvoiceDocument } from './invoice.ts';
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

/** One A4 sheet in the style of a passbook page: ink rules, amounts on the right, a double rule below the total. */
export function buildInvoiceLayout(invoice: InvoiceDocument): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, 72],
    info: { title: `${invoice.title} ${invoice.serial}`, producer: 'FWS' },
    defaultStyle: { font: 'latin', fontSize: 10, lineHeight: 1.25, color: TEXT },
    content: [
      buildHeading(invoice),
      buildRule(2),
      buildParties(invoice),
      buildJob(invoice),
      buildAmounts(invoice),
      buildClosing(invoice),
      ...buildPaidOut(invoice),
    ],
    footer: () => ({ ...buildText(invoice.footerNote, 8.5), color: TEXT_SECOND, margin: [PAGE_MARGIN, 16] }),
  };
}

function buildHeading({ labels, title, serial, date }: InvoiceDocument): Content {
  return {
    columns: [
      { svg: STONE, width: 26 },
      { ...buildText(title, 18, 'bold'), color: INK, width: '*', margin: [12, 2, 0, 0] },
      {
        stack: [buildFact(labels.serial, serial), buildFact(labels.date, date)],
        width: 'auto',
        alignment: 'right',
      },
    ],
    margin: [0, 0, 0, 12],
  };
}

function buildParties({ labels, supplier, recipient }: InvoiceDocument): Content {
  const gstin = supplier.gstin === null ? [] : [buildFact(labels.gstin, supplier.gstin)];
  return {
    columns: [
      { stack: [...buildParty(labels.from, supplier), ...gstin] },
      { stack: [...buildParty(labels.to, recipient), buildFact(labels.state, recipient.state)] },
    ],
    columnGap: 24,
    margin: [0, 16, 0, 16],
  };
}

function buildParty(
  label: string,
  { name, addressLines }: { name: string; addressLines: string[] },
): Content[] {
  return [buildLabel(label), buildText(name, 12, 'bold'), ...addressLines.map((line) => buildText(line))];
}

function buildJob(invoice: InvoiceDocument): Content {
  const { labels, jobNumber, jobTitle, milestoneName, placeOfSupply, sac, reverseCharge } = invoice;
  const left = [
    buildFact(labels.job, `${jobNumber} · ${jobTitle}`),
    buildFact(labels.milestone, milestoneName),
  ];
  const right = [
    buildFact(labels.placeOfSupply, placeOfSupply),
    ...(sac === null ? [] : [buildFact(labels.sac, sac)]),
    buildFact(labels.reverseCharge, reverseCharge ? labels.yes : labels.no),
  ];
  return { columns: [{ stack: left }, { stack: right }], columnGap: 24, margin: [0, 0, 0, 20] };
}

function buildAmounts({ labels, lines, taxLines, totalPaise }: InvoiceDocument): ContentTable {
  const taxableValue = lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const subtotal = taxLines.length === 0 ? [] : [buildRow(labels.taxableValue, taxableValue)];
  const body: TableCell[][] = [
    [buildLabel(labels.description), { ...buildLabel(labels.amount), alignment: 'right' }],
    ...lines.map(buildLineRow),
    ...subtotal,
    ...taxLines.map(buildLineRow),
    buildRow(labels.total, totalPaise, 'bold'),
  ];
  const last = body.length - 1;
  return {
    table: { headerRows: 1, dontBreakRows: true, widths: ['*', AMOUNT_WIDTH], body },
    layout: {
      hLineWidth: (line) => (line === 1 || line === last ? 1.2 : line === 0 || line > last ? 0 : 0.5),
      vLineWidth: () => 0,
      hLineColor: (line) => (line === 1 || line === last ? INK : LINE),
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 6,
      paddingBottom: () => 5,
    },
  };
}

function buildLineRow({ description, amountPaise }: AmountLine): TableCell[] {
  return buildRow(description, amountPaise);
}

/** The double rule below a total, as in bookkeeping, then the amount in words. */
function buildClosing({ labels, amountInWords }: InvoiceDocument): Content {
  return {
    stack: [
      buildRule(1.2),
      { ...buildRule(1.2), margin: [0, 2, 0, 14] },
      buildLabel(labels.amountInWords),
      buildText(amountInWords),
    ],
  };
}

/** What the supplier received, in small print below the bill: it is not part of it. */
function buildPaidOut({ labels, paidOut: paid, totalPaise }: InvoiceDocument): Content[] {
  if (!paid) return [];
  const body = [
    buildRow(labels.total, totalPaise),
    ...paid.lines.map(buildLineRow),
    buildRow(labels.paidOut, paid.totalPaise),
  ];
  return [
    {
      table: { dontBreakRows: true, widths: ['*', AMOUNT_WIDTH], body },
      layout: {
        hLineWidth: (line) => (line === 0 || line > body.length - 1 ? 0 : 0.5),
        vLineWidth: () => 0,
        hLineColor: () => LINE,
        paddingLeft: () => 0,
        paddingRight: () => 0,
        paddingTop: () => 4,
        paddingBottom: () => 3,
      },
      margin: [0, 24, 0, 0],
    },
  ];
}
