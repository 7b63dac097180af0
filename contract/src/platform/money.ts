import { toLatinDigits } from './identifiers.ts';

/** Rupee amounts: integer paise in the code, decimal rupee strings with at most two places on the wire. Never floats. */

/** Text that holds rupees: "15000.50". Text of another unit cannot be given for it; text that somebody typed can. */
export type RupeeText = string & { readonly unit?: 'rupees' };
/** Text that holds whole paise: "1500050". */
export type PaiseText = string & { readonly unit?: 'paise' };

/** "1,00,000" as in India, "100,000" as elsewhere. "1,00" may be either with a digit missing, so it is none. */
const GROUPED = /^(?:\d{1,2}(?:,\d{2})*|\d{1,3}(?:,\d{3})*),\d{3}(?:\.\d*)?$/;
const UNIT_BEFORE = /^(?:₹|rs\.?|inr|रु\.?|रुपये)\s*/iu;
const UNIT_AFTER = /\s*(?:\/[-=–]|rupees?|रुपये)$/iu;

/** An amount as people write it: "Rs. 5,000/-", "₹ ५,०००" → "5000". What is not one stays as it is, but for its unit. */
export function normaliseRupees(text: string): RupeeText {
  const plain = toLatinDigits(text).trim().replace(UNIT_BEFORE, '').replace(UNIT_AFTER, '');
  return GROUPED.test(plain) ? plain.replaceAll(',', '') : plain;
}

const RUPEES = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** "15000", "15000.5" or "15000.50" → paise. Anything else (signs, exponents, commas, three places) → null. */
export function parseRupees(text: RupeeText): number | null {
  const match = RUPEES.exec(text);
  if (!match) return null;
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** The same for text that a schema has checked. */
export function toPaise(text: RupeeText): number {
  const paise = parseRupees(text);
  if (paise === null) throw new RangeError(`not an amount in rupees: ${text}`);
  return paise;
}

export function toPaiseText(paise: number): PaiseText {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not whole paise: ${paise}`);
  return String(paise);
}

/** Paise → "15000" or "15000.50", the wire format of amounts. */
export function toRupees(paise: number): RupeeText {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not whole paise: ${paise}`);
  const sign = paise < 0 ? '-' : '';
  const rupees = Math.floor(Math.abs(paise) / 100);
  const remainingPaise = Math.abs(paise) % 100;
  return remainingPaise === 0
    ? `${sign}${rupees}`
    : `${sign}${rupees}.${String(remainingPaise).padStart(2, '0')}`;
}

/** `bps` hundredths of a percent of an amount, rounded down to whole paise. */
export function calculateShare(amountPaise: number, bps: number): number {
  return Number((BigInt(amountPaise) * BigInt(bps)) / 10_000n);
}

/** Splits by hundredths of a percent; the last part gets the rounding remainder. */
export function splitByShares(totalPaise: number, sharesBps: readonly number[]): number[] {
  const parts = sharesBps.map((bps) => calculateShare(totalPaise, bps));
  const last = parts.length - 1;
  const remainder = totalPaise - parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part, index) => (index === last ? part + remainder : part));
}
