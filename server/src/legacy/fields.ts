import { toText } from '../platform/http/format.ts';
import type { Fields } from '../platform/http/fields.ts';
import type { TranslatedField, LegacyField } from './translation.ts';

/** A choice, by its label in the specification. Unknown text passes through, so that validation rejects it. */
export function option<T extends string>(name: string, labels: Record<T, string>): TranslatedField<T> {
  const byLabel = new Map(
    Object.entries<string>(labels).map(([value, label]) => [label.toLowerCase(), value as T]),
  );
  return { name, read: (text) => byLabel.get(text.trim().toLowerCase()) ?? (text as T) };
}

/** "Painting, Wiring" */
export const commaList = <T extends string = string>(name: string): TranslatedField<T[]> => ({
  name,
  read: (text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '') as T[],
});

/** A list whose items may hold commas: repeated fields, a JSON array of texts, or texts joined by commas. */
export const textList = (name: string): TranslatedField<string[]> => ({
  name,
  read: splitTexts,
  keepsItems: true,
});

/** What a client sent for a field; a list's name may lack its brackets. */
export const findSent = (body: Fields, name: string): unknown =>
  body[name] ?? body[name.replace(/\[\]$/, '')];

export const toJsonTexts = (items: readonly unknown[]): string => JSON.stringify(items.map(toText));

const readTexts = (sent: unknown): string[] =>
  splitTexts(Array.isArray(sent) ? toJsonTexts(sent) : toText(sent));

/** The fields that hold the rows of a plan, by their names on the wire. */
export const PLAN_ROWS = { names: 'milestone_descriction[]', amounts: 'milestone_amount[]' } as const;

/**
 * Reads the rows of a plan as lists. Where there is one name there is one amount, so "1,00,000" is not three. `idsName`:
 * the field that says which milestones they are. Rows that come without ids are new ones.
 */
export function unpackPlanRows(body: Fields, idsName?: string): Fields {
  const sentNames = findSent(body, PLAN_ROWS.names);
  if (sentNames === undefined) return body;
  const ids = idsName === undefined ? [] : readTexts(findSent(body, idsName));
  const namesOne = ids.length === 1 && ids[0] !== '' && isPlainText(sentNames);
  const names = namesOne ? [toText(sentNames)] : readTexts(sentNames);
  const sentAmounts = findSent(body, PLAN_ROWS.amounts);
  const isOneAmount = names.length === 1 && isPlainText(sentAmounts);
  return {
    ...body,
    [PLAN_ROWS.names]: names,
    [PLAN_ROWS.amounts]: isOneAmount ? [toText(sentAmounts)] : sentAmounts,
    ...(idsName !== undefined && ids.every((id) => id === '') && ids.length < 2
      ? { [idsName]: names.map(() => '') }
      : {}),
  };
}

/** Neither a list nor the text of one. */
const isPlainText = (sent: unknown): boolean =>
  sent !== undefined && !Array.isArray(sent) && !toText(sent).startsWith('[');

export function splitTexts(text: string): string[] {
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed)) return parsed.map((item) => toText(item).trim());
    } catch {
      // Not JSON: an item may begin with a bracket.
    }
  }
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

/** The reverse of `splitTexts`. */
export const joinTexts = (texts: readonly string[]): string =>
  texts.some((text) => text.includes(',')) || texts[0]?.startsWith('[')
    ? JSON.stringify(texts)
    : texts.join(',');

/** A field that a form may omit, for calls that change only the given fields. */
export const allowMissing = <V = string>(field: LegacyField<V>): TranslatedField<V> =>
  typeof field === 'string'
    ? { name: field, read: (text) => text as V, canBeMissing: true }
    : { ...field, canBeMissing: true };

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Two formats of calendar dates; other text passes through, so that validation rejects it. */
export const dayFirst = {
  /** "2026-11-28" → "28-11-2026" */
  write: (iso: string): string =>
    ISO_DATE.test(iso) ? `${iso.slice(8)}-${iso.slice(5, 7)}-${iso.slice(0, 4)}` : iso,
  read: (text: string): string => text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1'),
};
export const monthFirst = {
  /** "2026-11-28" → "11-28-2026" */
  write: (iso: string): string => (ISO_DATE.test(iso) ? `${iso.slice(5)}-${iso.slice(0, 4)}` : iso),
  read: (text: string): string => text.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2'),
};

export const dateField = (
  name: string,
  format: { read: (text: string) => string },
): TranslatedField<string> => ({
  name,
  read: format.read,
});
