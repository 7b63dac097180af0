const SHOWN = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Kolkata',
});

export function formatTime(iso: string): string {
  return SHOWN.format(new Date(iso));
}

const inIndia = (options: Intl.DateTimeFormatOptions, locale = 'en-IN') =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Asia/Kolkata' });

/** `10:41`, as on a locked phone. */
export const formatClock = (iso: string): string =>
  inIndia({ hour: 'numeric', minute: '2-digit', hour12: false }, 'en-GB').format(new Date(iso));

/** `Fri, 20 Nov`. */
export const formatDay = (iso: string): string =>
  inIndia({ weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(iso));

/** `12 Nov, 6:12 pm`. */
export const formatShort = (iso: string): string =>
  inIndia({ day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }).format(new Date(iso));
