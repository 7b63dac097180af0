const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** A time in the largest unit of which it has one, rounded, and never none. */
export function roundDuration(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes < HOUR_MINUTES) return { unit: 'minutes', count: Math.max(1, minutes) };
  if (minutes < DAY_MINUTES) return { unit: 'hours', count: Math.round(minutes / HOUR_MINUTES) };
  return { unit: 'days', count: Math.round(minutes / DAY_MINUTES) };
}
