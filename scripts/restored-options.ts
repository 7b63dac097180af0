import { UserError } from './user-error.ts';

const USAGE = 'Usage: npm run restored [-- --until 2026-11-22T18:30:00Z]';
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Null: take the time that the backup reaches to from the ledger. */
export interface RestoredOptions {
  until: Date | null;
}

export function readRestoredOptions(args: string[], now: Date): RestoredOptions {
  const [option, value, ...more] = args;
  if (option === undefined) return { until: null };
  if (option !== '--until' || value === undefined || more.length > 0) throw new UserError(USAGE);
  const until = new Date(value);
  // Without a time zone a time would differ between machines.
  if (!ISO_TIME.test(value) || Number.isNaN(until.getTime()))
    throw new UserError(`--until must be a time with a time zone, not ${value}. ${USAGE}`);
  if (until > now) throw new UserError(`--until is in the future: ${value}.`);
  return { until };
}
