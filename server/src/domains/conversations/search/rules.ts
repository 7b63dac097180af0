import { findScript, type Script } from '../../../platform/romanise.ts';
import { splitWords, toKey, toSkeleton } from '../../search/index.ts';

// Whether words that somebody types are in the words of a conversation, in any script.

interface Word {
  text: string;
  /** One for all spellings. */
  key: string;
  script: Script;
}

export const readWords = (text: string): Word[] =>
  splitWords(text).map((word) => ({ text: word, key: toKey(word), script: findScript(word) }));

/** Whether each of the words is in one of these texts. Words that are still being typed are in it, too. */
export function hasWords(words: readonly Word[], texts: readonly string[]): boolean {
  const readable = texts.flatMap(readWords);
  return words.every((part) => readable.some((word) => isInWord(part, word)));
}

const isInWord = (part: Word, word: Word): boolean =>
  isPart(part.text, word.text) || isPart(part.key, word.key) || isSpokenAlike(part, word);

/** One letter is in nearly every word, so it must begin the word. */
const isPart = (part: string, word: string): boolean =>
  part.length > 1 ? word.includes(part) : part !== '' && word.startsWith(part);

/** With fewer consonants, a word begins like too many others. */
const BEGINNING_FROM = 3;

/** Two scripts often write one word with different vowels. Within a script, other vowels are another word. */
function isSpokenAlike(part: Word, word: Word): boolean {
  if (part.script === word.script) return false;
  const [beginning, whole] = [toSkeleton(part.key), toSkeleton(word.key)];
  if (beginning.length >= BEGINNING_FROM) return whole.startsWith(beginning);
  return beginning.length > 1 && beginning === whole;
}
