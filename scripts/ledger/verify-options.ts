import { parseArgs } from 'node:util';
import type { EntryId } from '../../server/src/domains/ledger/index.ts';
import { UserError } from '../user-error.ts';

export interface ProviderOptions {
  days: number;
  limit: number;
  /** The path of the payout account's statement. */
  statement: string | null;
}

const MOST_ORDERS = 5_000;

export interface VerifyOptions {
  provider: ProviderOptions | null;
  /** The entry whose inclusion in its sealed day is to be proven. */
  entry: EntryId | null;
}

/**
 * Reads `--provider` (compare with the provider's own records), `--days` and `--limit` (how much), and `--statement`
 * (the payout account's, where the provider lists no transfers). `--entry 42/1` prints the proof of the first entry of
 * transaction 42 instead.
 */
export function readVerifyOptions(args: string[]): VerifyOptions {
  const { provider = false, days = '30', limit = '200', statement = null, entry } = parseOptions(args);
  if (statement !== null && !provider) throw new UserError('--statement goes with --provider.');
  return {
    entry: entry === undefined ? null : parseEntry(entry),
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
        entry: { type: 'string' },
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

function parseEntry(text: string): EntryId {
  const [, txnId, seq] = /^(\d{1,15})\/(\d{1,4})$/.exec(text) ?? [];
  if (txnId !== undefined && seq !== undefined) return { txnId: Number(txnId), seq: Number(seq) };
  throw new UserError(`--entry is "${text}": it must be a transaction and its entry, such as 42/1.`);
}
