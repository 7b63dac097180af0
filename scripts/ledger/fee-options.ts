import { parseArgs } from 'node:util';
import { parseRupees } from '../../contract/src/platform/money.ts';
import type { FeeRates } from '../../server/src/domains/ledger/index.ts';
import { UserError } from '../user-error.ts';

export type NewRates = Omit<FeeRates, 'id'> & { reason: string };

const TEXT = { type: 'string' } as const;

/**
 * Reads `--from 2026-12-01 --platform 5 --gst 18 --tds 0.1 --welfare 1 --welfare-cap 50 --reason "…"`: percentages and
 * rupees; an omitted one is 0. Null without options: only show the history.
 */
export function readFeeOptions(args: string[], today: string): NewRates | null {
  if (args.length === 0) return null;
  const { from, platform, gst, tds, welfare, 'welfare-cap': cap, reason = '' } = parseOptions(args);
  if (from === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(from) || Number.isNaN(Date.parse(from)))
    throw new UserError('--from must be a date like 2026-12-01.');
  if (from <= today) throw new UserError(`--from ${from} is not after today, ${today} in India.`);
  if (reason.trim() === '') throw new UserError('--reason is required; the history keeps it.');
  return {
    effectiveOn: from,
    platformFeeBps: parseBps('platform', platform, 50),
    gstBps: parseBps('gst', gst, 100),
    tdsBps: parseBps('tds', tds, 20),
    welfareBps: parseBps('welfare', welfare, 10),
    welfareCapPaise: cap === undefined ? null : parsePaise(cap),
    reason: reason.trim(),
  };
}

function parseOptions(args: string[]) {
  const options = {
    from: TEXT,
    platform: TEXT,
    gst: TEXT,
    tds: TEXT,
    welfare: TEXT,
    'welfare-cap': TEXT,
    reason: TEXT,
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/** "0.1" percent is 10 basis points. */
function parseBps(name: string, text: string | undefined, mostPercent: number): number {
  if (text === undefined) return 0;
  const hundredths = parseRupees(text);
  if (hundredths === null || hundredths > mostPercent * 100)
    throw new UserError(
      `--${name} is "${text}": it must be a percentage from 0 to ${mostPercent}, with at most two places.`,
    );
  return hundredths;
}

function parsePaise(text: string): number {
  const paise = parseRupees(text);
  if (paise === null) throw new UserError(`--welfare-cap is "${text}": it must be an amount in rupees.`);
  return paise;
}
