const whole = new Intl.NumberFormat('en-IN-u-nu-latn');

/** "₹1,25,000", with paise only when there are any or on request: Indian grouping and Latin digits in every language. */
export function formatRupees(amountPaise: number, options: { paise?: boolean; sign?: boolean } = {}): string {
  if (!Number.isSafeInteger(amountPaise)) throw new RangeError(`not whole paise: ${amountPaise}`);
  const paise = Math.abs(amountPaise) % 100;
  const rupees = whole.format((Math.abs(amountPaise) - paise) / 100);
  const digits = options.paise || paise > 0 ? `${rupees}.${String(paise).padStart(2, '0')}` : rupees;
  return `${amountPaise < 0 ? '\u2212' : ''}${options.sign === false ? '' : '₹'}${digits}`;
}
