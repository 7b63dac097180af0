import { formatRupees } from '@fws/contract/platform/display';
import type { TableCell } from 'pdfmake/interfaces.js';
import { splitScriptRuns } from './script-runs.ts';

// What the documents have in common: colours, measures, and texts in several scripts.

export const INK = '#141943';
const MARIGOLD = '#FDAD0D';
export const TEXT = '#161925';
export const TEXT_SECOND = '#525667';
export const LINE = '#D9DCE5';

export const PAGE_MARGIN = 48;
const CONTENT_WIDTH = 595 - 2 * PAGE_MARGIN;
export const AMOUNT_WIDTH = 110;

/** The product's mark: a milestone stone with a coloured cap. */
export const STONE = `<svg viewBox="0 0 20 24" xmlns="http://www.w3.org/2000/svg">
<path d="M1 23.5V10a9 9 0 0118 0v13.5z" fill="#fff" stroke="${INK}" stroke-width="1.6"/>
<path d="M1 11v-1a9 9 0 0118 0v1z" fill="${MARIGOLD}" stroke="${INK}" stroke-width="1.6"/>
<path d="M6 16h8M6 19.5h5" stroke="${INK}" stroke-width="1.6"/></svg>`;

type Weight = 'normal' | 'bold';

export function buildRow(description: string, amountPaise: number, weight: Weight = 'normal'): TableCell[] {
  const size = weight === 'bold' ? 12 : 10;
  const amount = buildText(formatRupees(amountPaise, { paise: true }), size, weight);
  return [buildText(description, size, weight), { ...amount, alignment: 'right', noWrap: true }];
}

export function buildRule(lineWidth: number) {
  return {
    canvas: [{ type: 'line' as const, x1: 0, y1: 0, x2: CONTENT_WIDTH, y2: 0, lineWidth, lineColor: INK }],
  };
}

export function buildFact(label: string, value: string) {
  return {
    text: [...buildRuns(label, { fontSize: 9, color: TEXT_SECOND }), { text: '   ' }, ...buildRuns(value)],
  };
}

export function buildLabel(label: string) {
  return { text: buildRuns(label, { fontSize: 9, color: TEXT_SECOND }) };
}

export function buildText(text: string, fontSize = 10, weight: Weight = 'normal') {
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
