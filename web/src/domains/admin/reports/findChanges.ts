import { diffWords } from 'diff';

export interface TextPart {
  value: string;
  /** The other text does not have it. */
  isChanged: boolean;
}

const words = new Intl.Segmenter('en-IN', { granularity: 'word' });

/** A text in parts, word by word, as it differs from another version of it. */
export const findChanges = (text: string, other: string): TextPart[] =>
  diffWords(other, text, { intlSegmenter: words })
    .filter(({ removed }) => !removed)
    .map(({ value, added }) => ({ value, isChanged: added }));
