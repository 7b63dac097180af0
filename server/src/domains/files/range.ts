/** The first and the last requested byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses the `Range: bytes=…` header of a video player. Returns null for the whole file, also when the header is
 * malformed or asks for several ranges (RFC 9110 allows that), and 'unsatisfiable' when the file has no such bytes.
 */
export function parseRange(header: string | undefined, length: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const start = Math.max(0, length - Number(last));
    return start < length ? { start, end: length - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last === '' ? length - 1 : Number(last);
  if (end < start && last !== '') return null;
  return start < length ? { start, end: Math.min(end, length - 1) } : 'unsatisfiable';
}

export async function* takeRange(
  content: AsyncIterable<Buffer>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let offset = 0;
  for await (const part of content) {
    const bytes = part.subarray(Math.max(0, start - offset), Math.max(0, end + 1 - offset));
    if (bytes.length > 0) yield bytes;
    offset += part.length;
    if (offset > end) return;
  }
}
