// What has been written or announced is read only from a database that has it: the server says where in its log that was,
// and later requests say it back. Positions have a fixed length, so their order as texts is their order in the log.

export const POSITION_HEADER = 'X-FWS-Position';

const PRIMARY_ONLY = 'F'.repeat(16);
/** By then, every database that is read from has what was missed. */
const CAUGHT_UP_MS = 15_000;

let latest = '';
let missedUntil = 0;

export function notePosition(position: string | null | undefined): void {
  if (position && position > latest) latest = position;
}

/** Events were missed, so it is unknown what the next replies must include. */
export function noteMissedEvents(): void {
  missedUntil = Date.now() + CAUGHT_UP_MS;
}

/** The position that a reply must include; empty for none. */
export const getPosition = (): string => (Date.now() < missedUntil ? PRIMARY_ONLY : latest);
