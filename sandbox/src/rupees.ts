/** Vendors send rupees as JSON numbers with two decimals; the sandbox counts paise. */

/** 12000.5 → 1200050; null when it is not a positive amount with at most two decimals. */
export function paiseFromRupees(rupees: number): number | null {
  const match = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(String(rupees));
  if (!match) return null;
  const paise = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return paise > 0 ? paise : null;
}

export function rupeesFromPaise(paise: number): number {
  return paise < 0 ? -rupeesFromPaise(-paise) : Number(decimal(paise, String(Math.floor(paise / 100))));
}

/** For display: "₹12,000.00". */
export function showRupees(paise: number): string {
  if (paise < 0) return `−${showRupees(-paise)}`;
  return `₹${decimal(paise, Math.floor(paise / 100).toLocaleString('en-IN'))}`;
}

function decimal(paise: number, rupees: string): string {
  return `${rupees}.${String(paise % 100).padStart(2, '0')}`;
}
