import { buildCategoryToken, buildWordToken, type Field } from './tokens.ts';

/** What a job must have: tokens combined. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | string;

/** Every job has it when there are no conditions. */
export const all = (...conditions: readonly Condition[]): Condition => ({ all: conditions });
export const any = (...conditions: readonly Condition[]): Condition => ({ any: conditions });
export const not = (condition: Condition): Condition => ({ not: condition });

export function listTokens(condition: Condition): string[] {
  if (typeof condition === 'string') return [condition];
  if ('not' in condition) return listTokens(condition.not);
  return ('all' in condition ? condition.all : condition.any).flatMap(listTokens);
}

export interface Tier {
  /** Lower is more relevant. */
  tier: number;
  condition: Condition;
}

const word =
  (field: Field) =>
  (text: string): Condition =>
    buildWordToken(field, text);

export interface TierInput {
  strong: readonly string[];
  weak: readonly string[];
  categoryIds: readonly number[];
}

/** How well a job fits the words: no job is in two tiers. */
export function buildTiers({ strong, weak, categoryIds }: TierInput): Tier[] {
  if (strong.length === 0) return [{ tier: 1, condition: all() }];
  const inTitle = all(...strong.map(word('title')));
  const anywhere = all(...strong.map(word('any')));
  const category = categoryIds.length === 0 ? all() : any(...categoryIds.map(buildCategoryToken));
  const best = all(inTitle, ...weak.map(word('title')));
  const good = all(anywhere, ...weak.map(word('any')));
  const isPlain = weak.length === 0;
  const rest: readonly Condition[] = isPlain ? [] : [not(good)];
  return [
    { tier: 1, condition: all(best, category) },
    ...(isPlain ? [] : [{ tier: 2, condition: all(good, category, not(best)) }]),
    ...(isPlain ? [] : [{ tier: 3, condition: all(inTitle, category, ...rest) }]),
    { tier: 4, condition: all(anywhere, category, not(inTitle), ...rest) },
    ...(categoryIds.length === 0 ? [] : [{ tier: 5, condition: all(anywhere, not(category)) }]),
  ];
}

/** The jobs of all tiers. */
export const buildOnlyTier = ({ strong }: TierInput): Tier[] => [
  { tier: 1, condition: all(...strong.map(word('any'))) },
];

/** Jobs that are not what was asked for, and near it. */
export function buildRelatedTiers({ strong, categoryIds }: TierInput): Tier[] {
  const anywhere = all(...strong.map(word('any')));
  const some = strong.length < 2 ? anywhere : any(...strong.map(word('any')));
  const category = any(...categoryIds.map(buildCategoryToken));
  return [
    ...(strong.length < 2 ? [] : [{ tier: RELATED_TIER, condition: all(some, not(anywhere)) }]),
    ...(categoryIds.length === 0 ? [] : [{ tier: RELATED_TIER + 1, condition: all(category, not(some)) }]),
  ];
}
export const RELATED_TIER = 6;
