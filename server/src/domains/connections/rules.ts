import { parseWords } from '../jobs/index.ts';

/** The words of a search for people. Null when the text has none, such as "???": it matches nobody. */
export function parseSearchWords(text: string): string[] | null {
  const words = parseWords(text.normalize().replaceAll(/[\u200c\u200d]/g, ''));
  return words.length === 0 && text !== '' ? null : words;
}
