import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import {
  AMOUNT_WIDTH,
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

// The sheet that invoices and receipts have in common.

interface Sheet {
  title: string;
  /** With the title, the name of the window that shows the file. */
  number: string;
  content: Content[];
  footerNote: string;
}

/** One A4 sheet in the style of a passbook page: ink rules, amounts on the right, a double rule below the total. */
export function buildSheet({ title, number, content, footerNote }: Sheet): TDocumentDefinitions {
  return {
    pageSize: 'A4',
    pageMargins: [PAGE_MARGIN, PAGE_MARGIN, PAGE_MARGIN, 72],
    info: { title: `${title} ${number}`, producer: 'FWS' },
    defaultStyle: { font: 'latin', fontSize: 10, lineHeight: 1.25, color: TEXT },
    content,
    footer: () => ({ ...buildText(footerNote, 8.5), color: TEXT_SECOND, margin: [PAGE_MARGIN, 16] }),
  };
}

/** The mark and the title, the facts on their right, and a rule below. */
export function buildHeading(title: string, facts: Content[]): Content[] {
  return [
    {
      columns: [
        { svg: STONE, width: 26 },
        { ...buildText(title, 18, 'bold'), color: INK, width: '*', margin: [12, 2, 0, 0] },
        { stack: facts, width: 'auto', alignment: 'right' },
      ],
      margin: [0, 0, 0, 12],
    },
    buildRule(2),
  ];
}

/** The two people of the document, side by side. */
export function buildParties(left: Content[], right: Content[]): Content {
  return { columns: [{ stack: left }, { stack: right }], columnGap: 24, margin: [0, 16, 0, 16] };
}

interface AmountLabels {
  description: string;
  amount: string;
  total: string;
}

/** The rows, and their total as the last one. */
export function buildAmounts(labels: AmountLabels, rows: TableCell[][], totalPaise: number): ContentTable {
  const body: TableCell[][] = [
    [buildLabel(labels.description), { ...buildLabel(labels.amount), alignment: 'right' }],
    ...rows,
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

/** The double rule below a total, as in bookkeeping, then the amount in words. */
export function buildClosing(label: string, amountInWords: string): Content {
  return {
    stack: [
      buildRule(1.2),
      { ...buildRule(1.2), margin: [0, 2, 0, 14] },
      buildLabel(label),
      buildText(amountInWords),
    ],
  };
}
