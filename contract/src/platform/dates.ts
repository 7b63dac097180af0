/** Calendar dates are ISO strings ("2026-12-18"); on the wire each field has its own format. Deadlines are in IST. */

export const IST_OFFSET_MS = 5.5 * 3600_000;
const ISO = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar date in India at that moment. */
export function toIstDate(at: Date): string {
  return new Date(at.getTime() + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** The last moment of a calendar date in India. */
export function getEndOfIstDay(date: string): Date {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 24 * 3600_000 - 1 - IST_OFFSET_MS);
}

export function isCalendarDate(text: string): boolean {
  if (!ISO.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** "28-11-2026" ↔ "2026-11-28" (DD-MM-yyyy). Other text passes through, so that validation rejects it. */
export const dayFirst = {
  toWire: (iso: string) => (ISO.test(iso) ? `${iso.slice(8)}-${iso.slice(5, 7)}-${iso.slice(0, 4)}` : iso),
  fromWire: (wire: string) => wire.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$2-$1'),
};

/** "11-28-2026" ↔ "2026-11-28" (MM-DD-yyyy). */
export const monthFirst = {
  toWire: (iso: string) => (ISO.test(iso) ? `${iso.slice(5)}-${iso.slice(0, 4)}` : iso),
  fromWire: (wire: string) => wire.replace(/^(\d{2})-(\d{2})-(\d{4})$/, '$3-$1-$2'),
};
