import { UserError } from '../../../scripts/user-error.ts';

/** A timer of Node cannot run for longer than some 24 days. */
const MOST_MINUTES = 20 * 24 * 60;

/** Parses the number of a flag: `--runs 5000`. */
export function parseNumberFlag(args: readonly string[], name: string, fallback: number): number {
  const at = args.indexOf(`--${name}`);
  if (at < 0) return fallback;
  const value = Number(args[at + 1]);
  if (!/^\d+$/.test(args[at + 1] ?? '') || !Number.isSafeInteger(value))
    throw new UserError(`--${name} needs a whole number.`);
  return value;
}

/** Refuses a misspelt flag, which would silently prove something else. */
export function refuseUnknownFlags(args: readonly string[], allowed: readonly string[]): void {
  const unknown = args.find((arg) => arg.startsWith('--') && !allowed.includes(arg.slice(2)));
  if (unknown === undefined) return;
  throw new UserError(
    `Unknown option ${unknown}: there are ${allowed.map((name) => `--${name}`).join(', ')}.`,
  );
}

export function parseTextFlag(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(`--${name}`);
  return at < 0 ? undefined : args[at + 1];
}

/** The arguments beside the flags: parts of names to select. `valued`: flags that take a value. */
export const parseNameFilters = (args: readonly string[], valued: readonly string[]): string[] =>
  args.filter((arg, at) => !arg.startsWith('--') && !valued.some((flag) => args[at - 1] === `--${flag}`));

/** Without parts, every name is selected. */
export const isSelected = (parts: readonly string[], name: string): boolean =>
  parts.length === 0 || parts.some((part) => name.includes(part));

/** How long the run may take: `--minutes 30`, or `--minutes 0.5`. Without it, or with 0, for as long as it needs. */
export function parseMinutesFlag(args: readonly string[]): number {
  const text = parseTextFlag(args, 'minutes') ?? (args.includes('--minutes') ? '' : '0');
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) > MOST_MINUTES)
    throw new UserError(`--minutes needs a number up to ${MOST_MINUTES}.`);
  return Number(text) || Infinity;
}

/** A small, fast random generator (mulberry32): the same seed gives the same numbers on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `--part 2/3` selects every third, beginning with the second. Without it, everything is selected. */
export function parseShareFlag(args: readonly string[]): (index: number) => boolean {
  const text = parseTextFlag(args, 'part') ?? (args.includes('--part') ? '' : '1/1');
  const [nth = 0, count = 0] = /^\d+\/\d+$/.test(text) ? text.split('/').map(Number) : [];
  if (nth < 1 || nth > count) throw new UserError('--part needs a share such as 1/2.');
  return (index) => index % count === nth - 1;
}
