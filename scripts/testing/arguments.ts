import { UserError } from '../user-error.ts';

const PARTS = ['check', 'unit', 'e2e'] as const;
export type Part = (typeof PARTS)[number];

export interface TestArguments {
  selected: ReadonlySet<Part>;
  filters: readonly string[];
  /** Where the clock of all tests is moved to; null leaves it. */
  at: Date | null;
}

const USAGE = 'Usage: npm test -- [--at 2027-01-31T18:40Z] [check | unit | e2e] [FILTER …]';
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})$/;

/** A filter alone applies to the unit tests. */
export function readTestArguments(args: readonly string[]): TestArguments {
  const { at, rest } = takeMoment(args);
  const [first, ...filters] = rest;
  if (first === undefined) return { selected: new Set(PARTS), filters, at };
  const part = PARTS.find((name) => name === first);
  if (part !== undefined) return { selected: new Set([part]), filters, at };
  return { selected: new Set(['unit']), filters: rest, at };
}

function takeMoment(args: readonly string[]): { at: Date | null; rest: readonly string[] } {
  const place = args.indexOf('--at');
  if (place === -1) return { at: null, rest: args };
  const moment = args[place + 1] ?? '';
  const at = new Date(moment);
  // Without its time zone a moment would differ between machines; the 30th of February would become the 2nd of March.
  const isReal = MOMENT.test(moment) && !Number.isNaN(at.getTime()) && isDay(moment.slice(0, 10));
  if (!isReal) throw new UserError(`--at must be a moment with its time zone, not "${moment}". ${USAGE}`);
  return { at, rest: args.toSpliced(place, 2) };
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
