import type { Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { AmountLine, InvoiceDocument } from './invoice.ts';
import { AMOUNT_WIDTH, buildFact, buildLabel, buildRow, buildText, LINE } from './parts.ts';
import { buildAmounts, buildClosing, buildHeading, buildParties, buildSheet } from './sheet.ts';

export function buildInvoiceLayout(invoice: InvoiceDocument): TDocumentDefinitions {
  const { labels, title, serial, date, supplier, recipient, totalPaise } = invoice;
  const gstin = supplier.gstin === null ? [] : [buildFact(labels.gstin, supplier.gstin)];
  return buildSheet({
    title,
    number: serial,
    content: [
      ...buildHeading(title, [buildFact(labels.serial, serial), buildFact(labels.date, date)]),
      buildParties(
        [...buildParty(labels.from, supplier), ...gstin],
        [...buildParty(labels.to, recipient), buildFact(labels.state, recipient.state)],
      ),
      buildJob(invoice),
      buildAmounts(labels, listAmounts(invoice), totalPaise),
      buildClosing(labels.amountInWords, invoice.amountInWords),
      ...buildPaidOut(invoice),
    ],
    footerNote: invoice.footerNote,
  });
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

function listAmounts({ labels, lines, taxLines }: InvoiceDocument): TableCell[][] {
  const taxableValue = lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const subtotal = taxLines.length === 0 ? [] : [buildRow(labels.taxableValue, taxableValue)];
  return [...lines.map(buildLineRow), ...subtotal, ...taxLines.map(buildLineRow)];
}

function buildLineRow({ description, amountPaise }: AmountLine): TableCell[] {
  return buildRow(description, amountPaise);
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
