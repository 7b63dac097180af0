/** What people type into fields of text. */

/**
 * Characters that nobody sees, among them those that turn the direction of a text: they hide what is written, or show it
 * otherwise. Variation selectors stay, because emoji need them.
 */
const INVISIBLE = /(?!\u200c|\u200d|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;
/** A joiner belongs behind a letter, a sign on it, or an emoji. Of several, the first one stays. */
const STRAY_JOINERS = /(^|[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]+/gu;

/** The text without characters that nobody sees. Joiners inside words and emoji stay. */
export const removeInvisible = (text: string): string =>
  text.replace(INVISIBLE, '').replace(STRAY_JOINERS, '$1');

/** Letters of scripts that run from right to left, such as Urdu's. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The text so that its direction changes nothing around it in a sentence. Most texts stay as they are. */
export const isolate = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
export const removeIsolates = (text: string): string => text.replace(/[\u2068\u2069]/g, '');

/** Whether there is something to read: a letter or a digit of any script. Signs and emoji alone say nothing. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

/** Whether a search has a word: two letters or digits. One letter begins nearly every word, and signs none. */
export const hasSearchWord = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(BETWEEN_WORDS)
    .some((word) => word.match(/[\p{L}\p{N}]/gu) !== null && Array.from(word).length > 1);
