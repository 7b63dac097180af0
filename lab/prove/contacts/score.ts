import { findContactData, type ContactKind } from '../../../server/src/platform/contact-filter/index.ts';

export interface LabelledSentence {
  language: string;
  text: string;
  /** The contact data, as it stands in the text. */
  spans: readonly string[];
  kind: ContactKind | 'none';
}

export interface Scores {
  labelled: number;
  found: number;
  reported: number;
  right: number;
  /** Of what was reported, the part that is contact data. */
  precision: number;
  /** Of the contact data, the part that was found. */
  recall: number;
  faults: string[];
}

const COUNTED = /[\p{L}\p{N}]/u;

/** For each letter and digit of the text, whether a span has it. Signs and spaces at the ends of spans say nothing. */
function markCharacters(text: string, spans: readonly { start: number; end: number }[]): boolean[] {
  const marks = Array.from({ length: text.length }, () => false);
  for (const { start, end } of spans) {
    let at = start;
    for (const character of text.slice(start, end)) {
      if (COUNTED.test(character)) marks[at] = true;
      at += character.length;
    }
  }
  return marks;
}

function locate({ text, spans }: LabelledSentence): { start: number; end: number }[] {
  let from = 0;
  return spans.map((span) => {
    const start = text.indexOf(span, from);
    if (start === -1) throw new Error(`"${span}" is not in "${text}"`);
    from = start + span.length;
    return { start, end: from };
  });
}

const count = (marks: readonly boolean[], start: number, end: number): number =>
  marks.slice(start, end).filter(Boolean).length;

/** Letters and digits that a span may take from its neighbours and still be right. */
const MAX_EXTRA = 2;

/**
 * Contact data is found when all of its letters and digits are hidden. What is reported is right when it has contact data
 * and hardly anything else.
 */
export function scoreSentences(sentences: readonly LabelledSentence[]): Scores {
  const totals = { labelled: 0, found: 0, reported: 0, right: 0 };
  const faults: string[] = [];
  for (const sentence of sentences) {
    const labels = locate(sentence);
    const reports = findContactData(sentence.text);
    const labelled = markCharacters(sentence.text, labels);
    const hidden = markCharacters(sentence.text, reports);
    const found = labels.filter(
      ({ start, end }) => count(hidden, start, end) === count(labelled, start, end),
    );
    const right = reports.filter(({ start, end }) => {
      const inside = count(labelled, start, end);
      return inside > 0 && count(hidden, start, end) - inside <= MAX_EXTRA;
    });
    totals.labelled += labels.length;
    totals.found += found.length;
    totals.reported += reports.length;
    totals.right += right.length;
    if (found.length < labels.length || right.length < reports.length)
      faults.push(
        `${sentence.language} ${sentence.kind} "${sentence.text}" hides ${JSON.stringify(
          reports.map(({ start, end }) => sentence.text.slice(start, end)),
        )}`,
      );
  }
  const { labelled, found, reported, right } = totals;
  return { ...totals, precision: right / reported, recall: found / labelled, faults };
}
