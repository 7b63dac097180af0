import { randomBytes } from 'node:crypto';

/** The cookie holds a random value and the day on which it was made. */
const TOKEN = /^([\w-]{43})\.(\d{1,6})$/;
const DAY_MS = 24 * 3600_000;
/** A value that was stolen from a browser identifies it for this long. */
const ROTATED_AFTER_DAYS = 180;

export interface BrowserPlan {
  /** The values of this browser: what its accounts share. */
  values: string[];
  /** A new token for the cookie; null while the present one stays. */
  issue: string | null;
}

/**
 * What to do with the token of a browser at a login. An old one is replaced, and the account is seen with both values:
 * other accounts of this browser know the old one until they log in too.
 */
export function planBrowser(
  token: string | null,
  now: Date,
  createValue = () => randomBytes(32).toString('base64url'),
): BrowserPlan {
  const today = Math.floor(now.getTime() / DAY_MS);
  const [, value, day] = TOKEN.exec(token ?? '') ?? [];
  if (value !== undefined && Number(day) > today - ROTATED_AFTER_DAYS)
    return { values: [value], issue: null };
  const renewed = createValue();
  return {
    values: value === undefined ? [renewed] : [value, renewed],
    issue: `${renewed}.${today}`,
  };
}
