/** Vendors send rupees as JSON numbers with two decimals; the sandbox counts paise. */

/** 12000.5 → 1200050; null when it is not a positive amount with at most two decimals. */
export function toPaise(rupees: number): number | null {
  const match = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(String(rupees));
  if (!match) return null;
  const paise = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return paise > 0 ? paise : null;
}

export function toRupees(paise: number): number {
  return paise < 0 ? -toRupees(-paise) : Number(formatDecimal(paise, String(Math.floor(paise / 100))));
}

/** For display: "₹12,000.00". */
export function formatRupees(paise: number): string {
  if (paise < 0) return `−${formatRupees(-paise)}`;
  return `₹${formatDecimal(paise, Math.floor(paise / 100).toLocaleString('en-IN'))}`;
}

function formatDecimal(paise: number, rupees: string): string {
  return `${rupees}.${String(paise % 100).padStart(2, '0')}`;
}
