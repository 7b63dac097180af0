import { findSpreadContactData } from './spread.ts';
import { hideSpans, maskContactData } from './mask.ts';

/**
 * The texts of one person without contact data, also without what only all of them together show; null when there is
 * none.
 */
export function maskTexts(texts: readonly string[]): string[] | null {
  const spans = findSpreadContactData(texts);
  if (spans.every(({ length }) => length === 0)) return null;
  return texts.map((text, index) =>
    maskContactData(
      hideSpans(
        text,
        (spans[index] ?? []).toSorted((left, right) => left.start - right.start),
      ),
    ),
  );
}
