/** The relay of the outbox notifies it, and every web process listens on it. */
export const CHANNEL = 'fws_changes';

/**
 * Says that something the user may see has changed. It carries no content: the client reads again with its own
 * permissions.
 */
export interface ChangeEvent {
  users: number[];
  topic:
    | 'job'
    | 'quotes'
    | 'contract'
    | 'wallet'
    | 'safety'
    | 'notifications'
    | 'identity'
    | 'order'
    | 'connections'
    | 'disputes'
    | 'conversations'
    | 'invitations';
  /** The id of the job, order, … concerned. */
  id: number | string | null;
  /** Of a message that is new and has changed nothing else: whoever shows it already need not read again. */
  number?: number;
  /** What the client reads again must include this position of the log. The relay adds it. */
  position?: string;
  /** The number of its row in the outbox. The relay adds it. */
  eventId?: string;
}

/** PostgreSQL refuses a notification of 8,000 bytes. */
export const PAYLOAD_MAX_BYTES = 7_999;

/** Splits an event into as few payloads as fit. Every user is in exactly one of them. */
export function toPayloads(event: ChangeEvent): string[] {
  // The ids go between the brackets, so the rest is measured only once.
  const emptyBytes = Buffer.byteLength(encode(event, []));
  const chunks: number[][] = [];
  let chunk: number[] = [];
  let bytes = emptyBytes;
  for (const user of new Set(event.users)) {
    const userBytes = String(user).length;
    const commaBytes = chunk.length === 0 ? 0 : 1;
    if (chunk.length > 0 && bytes + commaBytes + userBytes > PAYLOAD_MAX_BYTES) {
      chunks.push(chunk);
      chunk = [user];
      bytes = emptyBytes + userBytes;
    } else {
      chunk.push(user);
      bytes += commaBytes + userBytes;
    }
    if (bytes > PAYLOAD_MAX_BYTES) throw new RangeError(`the id of a ${event.topic} event is too long`);
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks.map((users) => encode(event, users));
}

const encode = ({ topic, id, number, position, eventId }: ChangeEvent, users: readonly number[]): string =>
  JSON.stringify({ users, topic, id, number, position, eventId });
