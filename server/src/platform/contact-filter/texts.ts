import { HIDDEN_KINDS, type HiddenKind } from '@fws/contract/platform/contact-data';
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

/** The named texts of one person without contact data, also without what only all of them together show. */
export function maskFields<Fields extends Readonly<Record<string, string | readonly string[]>>>(
  fields: Fields,
): Fields {
  const entries = Object.entries(fields);
  const masked = maskTexts(entries.flatMap(([, value]) => value))?.values();
  if (!masked) return fields;
  const takeNext = () => masked.next().value ?? '';
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? takeNext() : value.map(takeNext)]),
  ) as Fields;
}

/** The kinds of contact data in the texts of one person, for that person. */
export function listHiddenKinds(texts: readonly string[]): HiddenKind[] {
  const kinds = findSpreadContactData(texts).flatMap((spans) => spans.map(({ kind }) => kind));
  const found = new Set(kinds.map((kind) => (kind === 'words' ? 'number' : kind)));
  return HIDDEN_KINDS.filter((kind) => found.has(kind));
}
