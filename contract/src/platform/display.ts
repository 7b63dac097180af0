const whole = new Intl.NumberFormat('en-IN-u-nu-latn', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN-u-nu-latn', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "₹1,25,000", with paise only when there are any or when asked: Indian grouping and Latin digits in every language. */
export function formatRupees(amountPaise: number, options: { paise?: boolean; sign?: boolean } = {}): string {
  if (!Number.isSafeInteger(amountPaise)) throw new RangeError(`not whole paise: ${amountPaise}`);
  const format = options.paise || amountPaise % 100 !== 0 ? exact : whole;
  const digits = format.format(Math.abs(amountPaise) / 100);
  return `${amountPaise < 0 ? '\u2212' : ''}${options.sign === false ? '' : '₹'}${digits}`;
}
