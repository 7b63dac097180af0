import { parseArgs } from 'node:util';
import { UserError } from '../user-error.ts';

export interface ProviderOptions {
  days: number;
  limit: number;
  /** The path of the payout account's statement. */
  statement: string | null;
}

const MOST_ORDERS = 5_000;

/**
 * Reads `--provider` (compare with the provider's own records), `--days` and `--limit` (how much), and `--statement`
 * (the payout account's, where the provider lists no transfers).
 */
export function readVerifyOptions(args: string[]): { provider: ProviderOptions | null } {
  const { provider = false, days = '30', limit = '200', statement = null } = parseOptions(args);
  if (statement !== null && !provider) throw new UserError('--statement goes with --provider.');
  return {
    provider: provider
      ? { days: parseCount('days', days, 3650), limit: parseCount('limit', limit, MOST_ORDERS), statement }
      : null,
  };
}

function parseOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        provider: { type: 'boolean' },
        days: { type: 'string' },
        limit: { type: 'string' },
        statement: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function parseCount(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new UserError(`--${name} is "${text}": it must be a number from 1 to ${most}.`);
}
