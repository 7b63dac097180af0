const HOUR = 60;

/** 540 → "09:00" */
export function formatTimeOfDay(minute: number): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${pad(Math.floor(minute / HOUR))}:${pad(minute % HOUR)}`;
}

/** "09:00" → 540: minutes after midnight. */
export function parseTimeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * HOUR + minutes;
}
