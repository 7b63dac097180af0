import { formatRupees } from '@fws/contract/platform/display';
import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { AmountLine, InvoiceDocument } from './invoice.ts';
import { splitScriptRuns } from './script-runs.ts';

const INK = '#141943';
const MARIGOLD = '#FDAD0D';
const TEXT = '#161925';
const TEXT_SECOND = '#525667';
const LINE = '#D9DCE5';

const PAGE_MARGIN = 48;
const CONTENT_WIDTH = 595 - 2 * PAGE_MARGIN;
const AMOUNT_WIDTH = 110;

/** The product's mark: a milestone stone with a coloured cap. */
const STONE = `<svg viewBox="0 0 20 24" xmlns="http://www.w3.org/2000/svg">
<path d="M1 23.5V10a9 9 0 0118 0v13.5z" fill="#fff" stroke="${INK}" stroke-width="1.6"/>
<path d="M1 11v-1a9 9 0 0118 0v1z" fill="${MARIGOLD}" stroke="${INK}" stroke-width="1.6"/>
<path d="M6 16h8M6 19.5h5" stroke="${INK}" stroke-width="1.6"/></svg>`;

type Weight = 'normal' | 'bold';

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

function buildRow(description: string, amountPaise: number, weight: Weight = 'normal'): TableCell[] {
  const size = weight === 'bold' ? 12 : 10;
  const amount = buildText(formatRupees(amountPaise, { paise: true }), size, weight);
  return [buildText(description, size, weight), { ...amount, alignment: 'right', noWrap: true }];
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

function buildRule(lineWidth: number) {
  return {
    canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: CONTENT_WIDTH, y2: 0, lineWidth, lineColor: INK }],
  };
}

function buildFact(label: string, value: string) {
  return {
    text: [...buildRuns(label, { fontSize: 9, color: TEXT_SECOND }), { text: '   ' }, ...buildRuns(value)],
  };
}

function buildLabel(label: string) {
  return { text: buildRuns(label, { fontSize: 9, color: TEXT_SECOND }) };
}

function buildText(text: string, fontSize = 10, weight: Weight = 'normal') {
  return { text: buildRuns(text, { fontSize, bold: weight === 'bold' }) };
}

interface RunStyle {
  fontSize?: number;
  color?: string;
  bold?: boolean;
}

/** Splits text by script and sets each part's font: pdfmake does not fall back to another font. */
function buildRuns(text: string, style: RunStyle = {}) {
  return splitScriptRuns(text).map((run) => ({ text: run.text, font: run.script, ...style }));
}
