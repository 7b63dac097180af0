/** A position in the write-ahead log, as sixteen hexadecimal digits: the order of the texts is the order in the log. */
export type LogPosition = string;

/** Every replica has replayed it. */
export const NO_POSITION: LogPosition = '0'.repeat(16);
/** No replica has replayed it: only the primary may answer. */
export const PRIMARY_ONLY: LogPosition = 'F'.repeat(16);

export const isLogPosition = (value: unknown): value is LogPosition =>
  typeof value === 'string' && /^[0-9A-F]{16}$/.test(value);

export const findLatest = (positions: readonly LogPosition[]): LogPosition =>
  positions.reduce((latest, position) => (position > latest ? position : latest), NO_POSITION);

/** "16/B374D848" */
export function parsePosition(lsn: string): LogPosition {
  const position = lsn
    .split('/')
    .map((half) => half.padStart(8, '0'))
    .join('')
    .toUpperCase();
  if (!isLogPosition(position)) throw new Error(`not a position of the log: ${lsn}`);
  return position;
}

/** How the log of a cluster is divided. */
export interface LogLayout {
  pageBytes: number;
  segmentBytes: number;
}

const PAGE_HEADER_BYTES = 24;
const SEGMENT_HEADER_BYTES = 40;

/**
 * Where the last record before an insert position ends, which is what a replica reports. At the beginning of a page, the
 * insert position is after the page's header: while the primary is idle, no replica would ever reach it.
 */
export function toRecordEnd(position: LogPosition, { pageBytes, segmentBytes }: LogLayout): LogPosition {
  // Both sizes divide 2^32, so the lower half suffices.
  const low = Number.parseInt(position.slice(8), 16);
  const header =
    low % segmentBytes === SEGMENT_HEADER_BYTES
      ? SEGMENT_HEADER_BYTES
      : low % pageBytes === PAGE_HEADER_BYTES
        ? PAGE_HEADER_BYTES
        : 0;
  if (header === 0) return position;
  return position.slice(0, 8) + (low - header).toString(16).toUpperCase().padStart(8, '0');
}
