import type { Atom } from './atoms.ts';
import { readRuns } from './atoms.ts';
import { findPurpose, isAfterMoney, isFollowedByUnit } from './cues.ts';
import type { ContactSpan } from './span.ts';
import type { Token } from './tokens.ts';

// Which pieces of numbers make a number to call. A mobile number has ten digits and begins with 6 to 9; 0, 91 or +91 may stand
// before it. A landline has 0, the code of its town and its number, eleven digits in all. Digits in groups are a number only
// in the groups that people write, because prices, sizes, dates and PIN codes stand beside each other too.

const MAX_DIGITS = 15;
const MOBILE = /^[6-9]\d{9}$/;
const PREFIXED_MOBILE = /^(?:0|91|091|0091)[6-9]\d{9}$/;
const LANDLINE = /^(?:0|91|091)[1-8]\d{9}$/;
const TOLL_FREE = /^18[06]0\d{6,7}$/;
const FOREIGN = /^\d{8,15}$/;
const LOCAL_LANDLINE = /^[2-6]\d{7}$/;
const CITY_LANDLINE = /^[1-5]\d[2-6]\d{7}$/;

type Form = 'mobile' | 'prefixed' | 'landline' | 'toll_free' | 'foreign' | 'called';

function findForm(digits: string, hasPlus: boolean): Form | null {
  if (MOBILE.test(digits)) return 'mobile';
  if (PREFIXED_MOBILE.test(digits)) return 'prefixed';
  if (LANDLINE.test(digits)) return 'landline';
  if (TOLL_FREE.test(digits)) return 'toll_free';
  if (hasPlus && FOREIGN.test(digits)) return 'foreign';
  return LOCAL_LANDLINE.test(digits) || CITY_LANDLINE.test(digits) ? 'called' : null;
}

interface Candidate {
  atoms: readonly Atom[];
  digits: string;
  form: Form;
}

/** What stands between two pieces, without letters. */
function readGaps(tokens: readonly Token[], atoms: readonly Atom[]): string[] {
  return atoms.slice(1).map((atom, index) =>
    tokens
      .slice(atoms[index]?.end, atom.first)
      .map((token) => token.raw)
      .join(''),
  );
}

const isTight = (gap: string): boolean =>
  /^[\s.\-()\u2010-\u2015_[\]]{0,3}$/.test(gap) && !gap.includes('\n');

/** The groups in which people write ten digits. */
const SHAPES = new Set([
  '5 5',
  '3 3 4',
  '4 3 3',
  '3 4 3',
  '2 4 4',
  '4 4 2',
  '4 6',
  '6 4',
  '3 7',
  '2 8',
  '1 9',
  '7 3',
  '8 2',
]);
/** These may stand in a list of prices or sizes as well. */
const LISTED_SHAPES = new Set(['5 5', '3 3 4', '4 3 3', '3 4 3', '2 4 4', '4 4 2']);

/** 750, 900 and 1,200 are amounts. */
const areRound = (groups: readonly string[]): boolean =>
  groups.every((group) => group.length >= 3 && group.endsWith('0'));

function areSorted(groups: readonly string[], gaps: readonly string[]): boolean {
  // Three groups are in order by chance: 080 4123 4567.
  if (groups.length < (gaps.every(isTight) ? 4 : 3)) return false;
  const values = groups.map(Number);
  const isRising = values.every((value, index) => index === 0 || value > (values[index - 1] ?? 0));
  return isRising || values.every((value, index) => index === 0 || value < (values[index - 1] ?? 0));
}

/** 1,25,000 and 125,000. */
function isPrice(groups: readonly string[], gaps: readonly string[]): boolean {
  if (!gaps.every((gap) => gap === ',')) return false;
  const [first = '', ...rest] = groups;
  const isWestern = rest.every((group) => group.length === 3);
  const isIndian = rest.at(-1)?.length === 3 && rest.slice(0, -1).every((group) => group.length === 2);
  return rest.length > 0 && first.length <= 3 && groups.join('').length < 10 && (isWestern || isIndian);
}

/** A date or a time among the groups, such as 12-05-2026 or 10:30. */
function hasDate(groups: readonly string[], gaps: readonly string[]): boolean {
  return groups.some((group, index) => {
    const [second = '', third = ''] = groups.slice(index + 1);
    const [before, gap = '', next = '', after] = [
      gaps[index - 1],
      gaps[index],
      gaps[index + 1],
      gaps[index + 2],
    ];
    if (gap.trim() === ':' && before?.trim() !== ':')
      return group.length <= 2 && second.length === 2 && Number(group) < 24 && Number(second) < 60;
    if (!/^\s?[/.-]\s?$/.test(gap) || next !== gap || before === gap || after === gap) return false;
    return isDate(group, second, third) || isDate(third, second, group);
  });
}

const isDate = (day: string, month: string, year: string): boolean =>
  day.length <= 2 &&
  month.length <= 2 &&
  Number(day) >= 1 &&
  Number(day) <= 31 &&
  Number(month) >= 1 &&
  Number(month) <= 12 &&
  (/^(?:19|20)\d\d$/.test(year) || /^[2-4]\d$/.test(year));

/** 900*600*18: three sizes at most, multiplied. */
const isSize = (groups: readonly string[], gaps: readonly string[]): boolean =>
  groups.length <= 3 && gaps.every((gap) => gap.includes('*')) && groups.every(({ length }) => length <= 4);

/** A number of its own, in full: 2.4, 10.75. */
const isDecimal = (groups: readonly string[], gaps: readonly string[]): boolean =>
  groups.some(
    (group, index) =>
      gaps[index] === '.' &&
      gaps[index - 1] !== '.' &&
      gaps[index + 1] !== '.' &&
      group.length <= 4 &&
      (groups[index + 1]?.length ?? 0) <= 2,
  );

/** The groups without what may stand before a number. */
function dropPrefix(groups: readonly string[], form: Form): string[] {
  if (form !== 'prefixed' && form !== 'landline') return [...groups];
  const [first = '', ...rest] = groups;
  if (/^(?:0|91|091|0091|00)$/.test(first)) return rest[0] === '91' && rest.length > 1 ? rest.slice(1) : rest;
  const prefix = /^(?:0091|091|91|0)/.exec(first)?.[0] ?? '';
  return [first.slice(prefix.length), ...rest];
}

/** 8/12, 9/12, 10/12. */
const areDaysOfMonths = (groups: readonly string[], gaps: readonly string[]): boolean =>
  gaps.includes('/') && gaps.some((gap) => gap !== '/') && groups.every(({ length }) => length <= 2);

function areWrittenAsNumber(
  groups: readonly string[],
  gaps: readonly string[],
  purpose: ReturnType<typeof findPurpose>,
): boolean {
  const shape = groups.map(({ length }) => length).join(' ');
  const isSmall = groups.every(({ length }) => length <= 2);
  if (gaps.every(isTight)) return SHAPES.has(shape) || isSmall || groups.length <= 4 || isOfParts(groups);
  if (purpose === 'call') return true;
  const areAmounts = purpose === 'other' && groups.some(({ length }) => length > 1);
  return !areAmounts && (LISTED_SHAPES.has(shape) || isSmall || isOfParts(groups));
}

/** Small pieces and no more than two long ones: 98220 1 2 3 4 5. */
const isOfParts = (groups: readonly string[]): boolean =>
  groups.length >= 4 && groups.filter(({ length }) => length > 2).length <= 2;

const MIN_WORDS = 4;

function isPlausible(tokens: readonly Token[], { atoms, form, digits }: Candidate): boolean {
  const [first, last] = [atoms[0], atoms.at(-1)];
  if (!first || !last || first.isWeak || last.isWeak) return false;
  const groups = atoms.map((atom) => atom.digits);
  const gaps = readGaps(tokens, atoms);
  if (form === 'foreign') return gaps.every(isTight);
  if (form === 'called')
    return (
      gaps.every(isTight) &&
      atoms.length <= 3 &&
      !hasDate(groups, gaps) &&
      !isFollowedByUnit(tokens, last.end) &&
      !isAfterMoney(tokens, first.first) &&
      findPurpose(tokens, first.first, last.end) === 'call'
    );
  if (form === 'toll_free')
    return groups.length === 1 || (groups[0] ?? '').length === 4 ? !areRound(groups) : false;
  if (atoms.length === 1) return true;
  if (areSorted(groups, gaps) || /^(\d)\1+$/.test(digits)) return false;
  if (atoms.filter(({ kind }) => kind === 'word').length >= MIN_WORDS) return true;
  const [bare, bareGaps] = [
    dropPrefix(groups, form),
    gaps.slice(groups.length - dropPrefix(groups, form).length),
  ];
  if (areRound(bare) || isPrice(bare, bareGaps) || isSize(bare, bareGaps)) return false;
  if (hasDate(groups, gaps) || isDecimal(groups, gaps)) return false;
  if (form === 'landline' && !isLandline(groups, gaps)) return false;
  if (isMeasured(tokens, atoms, bare, bareGaps) || areDaysOfMonths(groups, gaps)) return false;
  const isPriceInForm = isAfterMoney(tokens, first.first) && isOneAmount(bare, bareGaps);
  return areWrittenAsNumber(
    bare,
    bareGaps,
    isPriceInForm ? null : findPurpose(tokens, first.first, last.end),
  );
}

/** A code of a town in front: 020 2543 1234, 0422-2345678. */
const isLandline = (groups: readonly string[], gaps: readonly string[]): boolean =>
  gaps.every(isTight) && (/^0\d{0,4}$/.test(groups[0] ?? '') || groups[0] === '91') && groups.length <= 4;

/** As one amount with commas, though they stand in no place of an amount: ₹95,62,07,48,13. */
const isOneAmount = (groups: readonly string[], gaps: readonly string[]): boolean =>
  groups.length > 2 && gaps.every((gap) => gap === ',');

/** Amounts and measures beside each other. Two groups of five are a number in any case. */
function isMeasured(
  tokens: readonly Token[],
  atoms: readonly Atom[],
  groups: readonly string[],
  gaps: readonly string[],
): boolean {
  const [first, last] = [atoms[0], atoms.at(-1)];
  if (!first || !last || groups.every(({ length }) => length === 5)) return false;
  return (
    (!isOneAmount(groups, gaps) && isAfterMoney(tokens, first.first)) ||
    ((last.digits.length > 1 || atoms.length < 8) && isFollowedByUnit(tokens, last.end))
  );
}

/** The signs before a number that belong to it. */
function findStart(tokens: readonly Token[], first: number): { start: number; hasPlus: boolean } {
  let start = first;
  let hasPlus = false;
  for (let at = first - 1; at >= first - 3; at -= 1) {
    const text = tokens[at]?.text ?? '';
    if (text === '+' && tokens[at - 1]?.kind !== 'digits') hasPlus = true;
    else if (text !== '(' && !(tokens[at]?.kind === 'space' && tokens[at - 1]?.text === '+')) break;
    start = at;
    if (hasPlus && tokens[at - 1]?.text !== '(') break;
  }
  return { start, hasPlus };
}

/** The longest number that begins with this piece. */
function findCandidate(tokens: readonly Token[], run: readonly Atom[], from: number): Candidate | null {
  const first = run[from];
  if (!first) return null;
  const { hasPlus } = findStart(tokens, first.first);
  let digits = '';
  let found: Candidate | null = null;
  for (let at = from; at < run.length && digits.length < MAX_DIGITS; at += 1) {
    digits += run[at]?.digits ?? '';
    const form = findForm(digits, hasPlus);
    if (form === null) continue;
    const candidate = { atoms: run.slice(from, at + 1), digits, form };
    if (isPlausible(tokens, candidate)) found = candidate;
  }
  return found;
}

/** Longer than any number to call, and as good as one with digits around it. */
const isLong = (atom: Atom): boolean => atom.kind === 'digits' && atom.digits.length > MAX_DIGITS;

export function findNumbers(tokens: readonly Token[]): ContactSpan[] {
  return readRuns(tokens).flatMap((run) => findInRun(tokens, run));
}

function findInRun(tokens: readonly Token[], run: readonly Atom[]): ContactSpan[] {
  const spans: ContactSpan[] = [];
  for (let index = 0; index < run.length;) {
    const atom = run[index];
    const candidate = findCandidate(tokens, run, index);
    if (candidate) {
      spans.push(toSpan(tokens, candidate.atoms));
      index += candidate.atoms.length;
      continue;
    }
    if (atom && isLong(atom)) spans.push(toSpan(tokens, [atom]));
    index += 1;
  }
  return spans;
}

function toSpan(tokens: readonly Token[], atoms: readonly Atom[]): ContactSpan {
  const [first, last] = [atoms[0], atoms.at(-1)];
  if (!first || !last) throw new Error('a number without pieces');
  const { start } = findStart(tokens, first.first);
  return {
    start: tokens[start]?.start ?? 0,
    end: tokens[last.end - 1]?.end ?? 0,
    kind: atoms.some(({ kind }) => kind === 'word') ? 'words' : 'number',
  };
}
