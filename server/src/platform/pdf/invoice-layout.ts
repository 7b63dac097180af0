import { formatRupees } from '@fws/contract/platform/display';
import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { AmountLine, InvoiceDocument } from './invoice.ts';
import { scriptRuns } from './script-runs.ts';

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
export function invoiceLayout(invoice: InvoiceDocument): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, 72],
    info: { title: `${invoice.title} ${invoice.serial}`, producer: 'FWS' },
    defaultStyle: { font: 'latin', fontSize: 10, lineHeight: 1.25, color: TEXT },
    content: [
      heading(invoice),
      rule(2),
      parties(invoice),
      job(invoice),
      amounts(invoice),
      closing(invoice),
      ...paidOut(invoice),
    ],
    footer: () => ({ ...written(invoice.footerNote, 8.5), color: TEXT_SECOND, margin: [PAGE_MARGIN, 16] }),
  };
}

function heading({ labels, title, serial, date }: InvoiceDocument): Content {
  return {
    columns: [
      { svg: STONE, width: 26 },
      { ...written(title, 18, 'bold'), color: INK, width: '*', margin: [12, 2, 0, 0] },
      { stack: [fact(labels.serial, serial), fact(labels.date, date)], width: 'auto', alignment: 'right' },
    ],
    margin: [0, 0, 0, 12],
  };
}

function parties({ labels, supplier, recipient }: InvoiceDocument): Content {
  const gstin = supplier.gstin === null ? [] : [fact(labels.gstin, supplier.gstin)];
  return {
    columns: [
      { stack: [...party(labels.from, supplier), ...gstin] },
      { stack: [...party(labels.to, recipient), fact(labels.state, recipient.state)] },
    ],
    columnGap: 24,
    margin: [0, 16, 0, 16],
  };
}

function party(label: string, { name, addressLines }: { name: string; addressLines: string[] }): Content[] {
  return [small(label), written(name, 12, 'bold'), ...addressLines.map((line) => written(line))];
}

function job(invoice: InvoiceDocument): Content {
  const { labels, jobNumber, jobTitle, milestoneName, placeOfSupply, sac, reverseCharge } = invoice;
  const left = [fact(labels.job, `${jobNumber} · ${jobTitle}`), fact(labels.milestone, milestoneName)];
  const right = [
    fact(labels.placeOfSupply, placeOfSupply),
    ...(sac === null ? [] : [fact(labels.sac, sac)]),
    fact(labels.reverseCharge, reverseCharge ? labels.yes : labels.no),
  ];
  return { columns: [{ stack: left }, { stack: right }], columnGap: 24, margin: [0, 0, 0, 20] };
}

function amounts({ labels, lines, taxLines, totalPaise }: InvoiceDocument): ContentTable {
  const taxableValue = lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const subtotal = taxLines.length === 0 ? [] : [row(labels.taxableValue, taxableValue)];
  const body: TableCell[][] = [
    [small(labels.description), { ...small(labels.amount), alignment: 'right' }],
    ...lines.map(lineRow),
    ...subtotal,
    ...taxLines.map(lineRow),
    row(labels.total, totalPaise, 'bold'),
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

function lineRow({ description, amountPaise }: AmountLine): TableCell[] {
  return row(description, amountPaise);
}

function row(description: string, amountPaise: number, weight: Weight = 'normal'): TableCell[] {
  const size = weight === 'bold' ? 12 : 10;
  const amount = written(formatRupees(amountPaise, { paise: true }), size, weight);
  return [written(description, size, weight), { ...amount, alignment: 'right', noWrap: true }];
}

/** The double rule below a total, as in bookkeeping, then the amount in words. */
function closing({ labels, amountInWords }: InvoiceDocument): Content {
  return {
    stack: [
      rule(1.2),
      { ...rule(1.2), margin: [0, 2, 0, 14] },
      small(labels.amountInWords),
      written(amountInWords),
    ],
  };
}

/** What the supplier received, in small print below the bill: it is not part of it. */
function paidOut({ labels, paidOut: paid, totalPaise }: InvoiceDocument): Content[] {
  if (!paid) return [];
  const body = [
    row(labels.total, totalPaise),
    ...paid.lines.map(lineRow),
    row(labels.paidOut, paid.totalPaise),
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

function rule(lineWidth: number) {
  return {
    canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: CONTENT_WIDTH, y2: 0, lineWidth, lineColor: INK }],
  };
}

function fact(label: string, value: string) {
  return { text: [...runs(label, { fontSize: 9, color: TEXT_SECOND }), { text: '   ' }, ...runs(value)] };
}

function small(label: string) {
  return { text: runs(label, { fontSize: 9, color: TEXT_SECOND }) };
}

function written(text: string, fontSize = 10, weight: Weight = 'normal') {
  return { text: runs(text, { fontSize, bold: weight === 'bold' }) };
}

interface RunStyle {
  fontSize?: number;
  color?: string;
  bold?: boolean;
}

/** Splits text by script and sets each part's font: pdfmake does not fall back to another font. */
function runs(text: string, style: RunStyle = {}) {
  return scriptRuns(text).map((run) => ({ text: run.text, font: run.script, ...style }));
}
