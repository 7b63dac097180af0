import { IST_OFFSET_MS, isCalendarDate } from '../platform/dates.ts';
import { WINDOW_MAX_MINUTES, WINDOW_MIN_MINUTES } from './model.ts';

/** The agreed time as moments. */
export interface VisitWindow {
  startsMs: number;
  endsMs: number;
}

const MINUTE_MS = 60_000;
const WINDOW = /^([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)$/;

/** "16:00-18:00" as minutes of a day. Null for anything else, and for a time that is too short or too long. */
export function parseWindow(text: string): { fromMinutes: number; untilMinutes: number } | null {
  const found = WINDOW.exec(text);
  if (!found) return null;
  const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = found.slice(1).map(Number);
  const fromMinutes = fromHour * 60 + fromMinute;
  const untilMinutes = untilHour * 60 + untilMinute;
  const minutes = untilMinutes - fromMinutes;
  return minutes >= WINDOW_MIN_MINUTES && minutes <= WINDOW_MAX_MINUTES
    ? { fromMinutes, untilMinutes }
    : null;
}

/** The moments of a day ("2026-12-18") and a window ("16:00-18:00") in India. Null where one of them is none. */
export function toVisitWindow(date: string, window: string): VisitWindow | null {
  const minutes = parseWindow(window);
  if (!minutes || !isCalendarDate(date)) return null;
  const midnightMs = Date.parse(`${date}T00:00:00Z`) - IST_OFFSET_MS;
  return {
    startsMs: midnightMs + minutes.fromMinutes * MINUTE_MS,
    endsMs: midnightMs + minutes.untilMinutes * MINUTE_MS,
  };
}
