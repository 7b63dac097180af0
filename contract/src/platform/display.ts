/** Before the last three digits, and before every two in front of them. */
const INDIAN_GROUP = /\d(?=(?:\d\d)+\d$)/g;
/** Not by Intl, which takes 10 ms to load on a computer and 40 on a slow phone, before the first screen. */
const groupDigits = (whole: number): string => String(whole).replaceAll(INDIAN_GROUP, '$&,');

/** "₹1,25,000", with paise only when there are any or on request: Indian grouping and Latin digits in every language. */
export function formatRupees(amountPaise: number, options: { paise?: boolean; sign?: boolean } = {}): string {
  if (!Number.isSafeInteger(amountPaise)) throw new RangeError(`not whole paise: ${amountPaise}`);
  const paise = Math.abs(amountPaise) % 100;
  const rupees = groupDigits((Math.abs(amountPaise) - paise) / 100);
  const digits = options.paise || paise > 0 ? `${rupees}.${String(paise).padStart(2, '0')}` : rupees;
  return `${amountPaise < 0 ? '\u2212' : ''}${options.sign === false ? '' : '₹'}${digits}`;
}
