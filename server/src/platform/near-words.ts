import { removeInvisible } from '@fws/contract/platform/text';

/** So many characters may lie between two words that belong together. */
const NEAR = 60;
const TEXT_MAX = 20_000;

/** A text as patterns of words are looked for in it. */
export const toSearchedText = (text: string): string =>
  removeInvisible(text).toLowerCase().slice(0, TEXT_MAX);

/** Whether the words of two patterns, both with the flag `g`, stand close to one another, in any order. */
export const areNear = (text: string, [one, other]: readonly [RegExp, RegExp]): boolean =>
  arePlacesNear(findPlaces(text, one), findPlaces(text, other));

const findPlaces = (text: string, words: RegExp): number[] =>
  Array.from(text.matchAll(words), ({ index }) => index);

/** Both are in ascending order. */
function arePlacesNear(ones: readonly number[], others: readonly number[]): boolean {
  let next = 0;
  return ones.some((one) => {
    while (next < others.length && (others[next] ?? 0) < one - NEAR) next += 1;
    const other = others[next];
    return other !== undefined && other <= one + NEAR;
  });
}
