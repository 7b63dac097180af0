import type { ListedCategory } from '@fws/contract/jobs/schemas';
import { TRADES } from './tradeWords.ts';

/** What a job's title says about its trade. An empty category: the title names none, or more than one. */
export interface TradeProposal {
  categoryId: string;
  skills: string[];
}

/** A category with its trade. */
export type TradeCategory = Omit<ListedCategory, 'own'>;

export const NO_PROPOSAL: TradeProposal = { categoryId: '', skills: [] };

const WEIGHTS = { name: 3, work: 2, thing: 1 } as const;

/** Names of categories share these words, so that they say nothing about one. */
const GENERIC_WORDS = new Set(
  'and help work care service repair training installation और का की के काम में मरम्मत सर्विस मदद देखभाल'.split(' '),
);

/** Proposes a category and skills from the words of a title. */
export function proposeTrade(
  title: string,
  categories: readonly TradeCategory[],
  locale: 'en' | 'hi',
): TradeProposal {
  const text = normalize(title);
  const ranked = categories
    .map((category) => ({ category, score: scoreCategory(text, category) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const [best, second] = ranked;
  if (!best || best.score === second?.score) return NO_PROPOSAL;
  return {
    categoryId: String(best.category.id),
    skills: findSkills(text, best.category, locale),
  };
}

/** Words in lower case between single spaces, without the dots and signs that people leave out in Devanagari. */
function normalize(text: string): string {
  const plain = text.toLowerCase().normalize('NFD').replaceAll('\u093C', '').replaceAll('\u0901', '\u0902');
  return ` ${(plain.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ')} `;
}

/** How many of the words are in the text; see tradeWords.ts for `*` and `_`. */
function countWords(text: string, words: string): number {
  const found = words.split(' ').filter((word) => {
    return word !== '' && text.includes(findPattern(word));
  });
  return found.length;
}

/** Kept, because a title is compared with all words at every letter. */
const patterns = new Map<string, string>();

function findPattern(word: string): string {
  const known = patterns.get(word);
  if (known !== undefined) return known;
  const whole = normalize(word.replace('_', ' '));
  const pattern = word.endsWith('*') ? whole.trimEnd() : whole;
  patterns.set(word, pattern);
  return pattern;
}

function scoreCategory(text: string, { name, nameHi, trade: key }: TradeCategory): number {
  const trade = TRADES[key ?? ''];
  const names = [normalize(name), normalize(nameHi)];
  const hasName = names.some((each) => text.includes(each));
  const ownWords = names.flatMap((each) => each.trim().split(' ')).filter((word) => !GENERIC_WORDS.has(word));
  const work = Math.max(countWords(text, ownWords.join(' ')), countWords(text, trade?.work ?? ''));
  return (
    (hasName ? WEIGHTS.name : 0) + work * WEIGHTS.work + countWords(text, trade?.things ?? '') * WEIGHTS.thing
  );
}

/** The trade itself is the skill where the title says no more. */
function findSkills(text: string, category: TradeCategory, locale: 'en' | 'hi'): string[] {
  const found = (TRADES[category.trade ?? '']?.skills ?? []).filter(
    ([, , words]) => countWords(text, words) > 0,
  );
  if (found.length === 0) return [locale === 'hi' ? category.nameHi : category.name];
  return found.map(([english, hindi]) => (locale === 'hi' ? hindi : english));
}
