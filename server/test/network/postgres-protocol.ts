import type { Socket } from 'node:net';

/** What one connection sent to PostgreSQL in wire protocol version 3. */
export interface ConnectionRecord {
  /** Its startup parameters, such as `user` and `application_name`. */
  parameters: Record<string, string>;
  /** The name of each prepared statement; empty for unnamed ones. */
  prepared: string[];
}

const LENGTH_BYTES = 4;
const VERSION_BYTES = 4;

/** Records the connection from its first byte. */
export function recordConnection(client: Socket): ConnectionRecord {
  const record: ConnectionRecord = { parameters: {}, prepared: [] };
  let isGreeted = false;
  let pending = Buffer.alloc(0);
  client.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      // Only the first message has no type byte before its length.
      const typeBytes = isGreeted ? 1 : 0;
      if (pending.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + pending.readInt32BE(typeBytes);
      if (pending.length < end) return;
      const body = pending.subarray(typeBytes + LENGTH_BYTES, end);
      if (!isGreeted) record.parameters = readPairs(body.subarray(VERSION_BYTES));
      else if (pending.toString('latin1', 0, 1) === 'P') record.prepared.push(readTexts(body)[0] ?? '');
      isGreeted = true;
      pending = pending.subarray(end);
    }
  });
  return record;
}

const readTexts = (bytes: Buffer): string[] => bytes.toString('utf8').split('\0');

function readPairs(bytes: Buffer): Record<string, string> {
  const texts = readTexts(bytes).filter((text) => text !== '');
  return Object.fromEntries(
    texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1] ?? '']] : [])),
  );
}
