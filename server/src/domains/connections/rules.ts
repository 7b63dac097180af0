import { wordsOf } from '../jobs/index.ts';

/** The words a person is looked for by; null when the text has none, such as "???", and so finds nobody. */
export function searchWords(text: string): string[] | null {
  const words = wordsOf(text.normalize().replaceAll(/[\u200c\u200d]/g, ''));
  return words.length === 0 && text !== '' ? null : words;
}
