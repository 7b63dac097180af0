const whole = new Intl.NumberFormat('en-IN-u-nu-latn', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-IN-u-nu-latn', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** "₹1,25,000", with paise only when there are any or when asked: Indian grouping and Latin digits in every language. */
export function displayRupees(paise: number, options: { paise?: boolean } = {}): string {
  if (!Number.isSafeInteger(paise)) throw new RangeError(`not whole paise: ${paise}`);
  const withPaise = options.paise ?? paise % 100 !== 0;
  const text = (withPaise ? exact : whole).format(Math.abs(paise) / 100);
  return `${paise < 0 ? '\u2212' : ''}₹${text}`;
}
