/** Formats and check digits of Indian identifiers. A match says "well formed", never "exists". */

const PAN = /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/;
const GSTIN = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/;
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/;
const UPI_ID = /^[\w.-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/;
const AADHAAR = /^[2-9]\d{11}$/;
/** With the country code or the zero of long-distance calls before it, or both. */
const MOBILE = /^(?:(?:\+|00?)?91)?0?([6-9]\d{9})$/;
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;
const EMAIL_MAX_LENGTH = 254;

/** Digits of Indian scripts. In each of these Unicode blocks the code of zero ends in 6. */
const INDIC_DIGITS = /[०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯]/g;

export function toLatinDigits(text: string): string {
  return text.replace(INDIC_DIGITS, (digit) => String((digit.charCodeAt(0) & 0xf) - 6));
}

export type PanHolder = 'person' | 'company' | 'huf' | 'firm' | 'other';

const PAN_HOLDERS: Readonly<Record<string, PanHolder>> = { P: 'person', C: 'company', H: 'huf', F: 'firm' };

export function isPan(text: string): boolean {
  return PAN.test(text);
}

/** Who holds the PAN, by its fourth letter; null when it is not a PAN. */
export function parsePanHolder(text: string): PanHolder | null {
  return isPan(text) ? (PAN_HOLDERS[text.charAt(3)] ?? 'other') : null;
}

export function isGstin(text: string): boolean {
  const pan = text.slice(2, 12);
  return (
    GSTIN.test(text) && isPan(pan) && calculateGstinCheckCharacter(text.slice(0, 14)) === text.charAt(14)
  );
}

function calculateGstinCheckCharacter(first14: string): string {
  let sum = 0;
  for (const [index, character] of first14.split('').entries()) {
    const product = Number.parseInt(character, 36) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase();
}

/** Bank documents group the digits of account numbers by spaces or hyphens. */
export const normaliseAccountNumber = (text: string): string => toLatinDigits(text).replace(/[\s-]/g, '');

/** The IFSC in its printed form. */
export const normaliseIfsc = (text: string): string =>
  toLatinDigits(text).replace(/[\s-]/g, '').toUpperCase();

/**
 * UPI IDs have no letter case. Removes the spaces that keyboards add after signs and that people type between digits;
 * a space between words may have lost a dot, so it stays and the UPI ID is refused.
 */
export const normaliseUpiId = (text: string): string =>
  toLatinDigits(text.trim())
    .toLowerCase()
    .replace(/\s*([@._-])\s*/g, '$1')
    .replace(/(?<=\d)\s+(?=\d)/g, '');

export function isIfsc(text: string): boolean {
  return IFSC.test(text);
}

/** The IFSC that was meant where its fifth character, a zero, was written as the letter O; null otherwise. */
export function correctIfsc(text: string): string | null {
  const corrected = text.replace(/^([A-Z]{4})O/, '$10');
  return corrected !== text && isIfsc(corrected) ? corrected : null;
}

export function isUpiId(text: string): boolean {
  return UPI_ID.test(text);
}

/**
 * An e-mail address as mail servers know it: in lower case, and with a domain such as "उदाहरण.भारत" in its ASCII form. What is
 * not one stays as it is.
 */
export function normaliseEmail(text: string): string {
  const [, local = '', domain = ''] = /^([^@]+)@([^\s@/\\?#:%[\]]+)$/.exec(text) ?? [];
  // URL would also rewrite a domain of digits, such as 1.2, to an IP address.
  if (isAscii(domain)) return text.toLowerCase();
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`.toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

export function isEmail(text: string): boolean {
  const local = text.slice(0, text.indexOf('@'));
  const dotsInPlace = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
  return text.length <= EMAIL_MAX_LENGTH && EMAIL.test(text) && dotsInPlace;
}

/** An Indian mobile number as E.164, however it was typed; null when it is not one. */
export function normaliseMobile(text: string): string | null {
  const typed = toLatinDigits(text).replace(/[\s().-]/g, '');
  const digits = MOBILE.exec(typed)?.[1];
  return digits === undefined ? null : `+91${digits}`;
}

export function isAadhaar(text: string): boolean {
  const palindrome = text === text.split('').toReversed().join('');
  return AADHAAR.test(text) && !palindrome && passesVerhoeff(text);
}

/** What may be shown of an Aadhaar number: its last four digits. */
export function maskAadhaar(lastFour: string): string {
  return `XXXX XXXX ${lastFour.slice(-4)}`;
}

/** One round of the permutation; round n applies it n times, which repeats after eight. */
const VERHOEFF_ROUND = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

function passesVerhoeff(digits: string): boolean {
  let check = 0;
  for (const [position, character] of digits.split('').toReversed().entries()) {
    let digit = Number(character);
    for (let round = 0; round < position % 8; round += 1) digit = VERHOEFF_ROUND[digit] ?? 0;
    check = multiplyDihedral(check, digit);
  }
  return check === 0;
}

/** The product in the symmetry group of a pentagon: 0-4 are rotations, 5-9 are reflections. */
function multiplyDihedral(left: number, right: number): number {
  const leftTurn = left % 5;
  const rightTurn = right % 5;
  const turn = left < 5 ? leftTurn + rightTurn : leftTurn - rightTurn + 5;
  return (turn % 5) + (left < 5 === right < 5 ? 0 : 5);
}
