import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WebhookReading } from '../ports/payment-gateway.ts';
import { inTx, type Db, type Tx } from './db/index.ts';

/** Refused webhooks are stored for investigation, within limits, so that nobody can fill the disk. */
const REFUSED_KEPT_AN_HOUR = 100;
/** Larger refused bodies are not stored: real ones are smaller. */
const REFUSED_BYTES_MAX = 16 * 1024;

export type WebhookHeaders = Record<string, string | undefined>;

/** The vendor's clock may differ from ours. */
const AHEAD_MAX_MS = 10 * 60_000;

export interface Webhook<Event> {
  path: string;
  provider: string;
  /** A webhook signed longer ago is refused: it may be a replay. */
  maxAgeMs: number;
  read(headers: WebhookHeaders, rawBody: Buffer): WebhookReading<Event>;
  /** Enqueues the event's tasks in the transaction that stores it. The event's body alone decides nothing. */
  onEvent(tx: Tx, event: Event): Promise<void>;
}

/** A webhook of any event type; only its creator knows which. */
export interface AnyWebhook {
  path: string;
  provider: string;
  /** Verifies a webhook received at that time; a genuine one is stored once and its tasks are enqueued. */
  receive(db: Db, headers: WebhookHeaders, rawBody: Buffer, receivedAt: Date): Promise<WebhookResult>;
}

export type WebhookResult = { verdict: 'valid' } | { verdict: 'forged' | 'malformed'; reason: string };

export const createWebhook = <Event>(definition: Webhook<Event>): AnyWebhook => ({
  path: definition.path,
  provider: definition.provider,
  async receive(db, headers, rawBody, receivedAt) {
    const reading = definition.read(headers, rawBody);
    if (reading.verdict !== 'valid') return reading;
    if (isStale(reading.signedAt, receivedAt, definition.maxAgeMs))
      return { verdict: 'forged', reason: 'stale' };
    await inTx(db, (tx) => storeEvent(tx, definition, reading, headers, rawBody));
    return { verdict: 'valid' };
  },
});

function isStale(signedAt: Date | null, receivedAt: Date, maxAgeMs: number): boolean {
  if (signedAt === null) return false;
  const ageMs = receivedAt.getTime() - signedAt.getTime();
  // Written so that an invalid date (NaN) counts as stale too.
  return !(ageMs <= maxAgeMs && ageMs >= -AHEAD_MAX_MS);
}

async function storeEvent<Event>(
  tx: Tx,
  definition: Webhook<Event>,
  reading: Extract<WebhookReading<Event>, { verdict: 'valid' }>,
  headers: WebhookHeaders,
  rawBody: Buffer,
): Promise<void> {
  if (!(await insertKey(tx, definition.provider, reading.dedupeKey))) return;
  const inserted = await tx
    .insertInto('provider_event')
    .values({
      provider: definition.provider,
      dedupe_key: reading.dedupeKey,
      type: reading.type,
      headers: JSON.stringify(selectHeaders(headers)),
      body: rawBody,
      verdict: 'valid',
      outcome: reading.event === null ? 'ignored' : 'enqueued',
      handled_at: sql<Date>`now()`,
    })
    // The same webhook, long after its key was deleted.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted && reading.event !== null) await definition.onEvent(tx, reading.event);
}

/** False when this event was stored before. */
async function insertKey(tx: Tx, provider: string, key: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    INSERT INTO provider_event_key (provider, dedupe_key, received_at) VALUES (${provider}, ${key}, now())
    ON CONFLICT DO NOTHING`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Stored under a key of its own, so that no forgery can take the place of a genuine event. Drops the body when it is
 * too long.
 */
export async function storeRefusedWebhook(
  db: Db,
  provider: string,
  { verdict, reason }: Extract<WebhookResult, { reason: string }>,
  headers: WebhookHeaders,
  rawBody: Buffer,
): Promise<void> {
  const key = `${verdict}:${createHash('sha256').update(rawBody).digest('hex')}`;
  const body = rawBody.length > REFUSED_BYTES_MAX ? Buffer.alloc(0) : rawBody;
  await sql`
    WITH new_key AS (
      INSERT INTO provider_event_key (provider, dedupe_key, received_at)
      SELECT ${provider}, ${key}, now() WHERE (SELECT count(*) FROM provider_event
        WHERE verdict <> 'valid' AND received_at > now() - interval '1 hour') < ${REFUSED_KEPT_AN_HOUR}
      ON CONFLICT DO NOTHING RETURNING provider, dedupe_key
    )
    INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, reason, outcome, handled_at)
    SELECT provider, dedupe_key, 'unknown', ${JSON.stringify(selectHeaders(headers))}::jsonb, ${body}::bytea,
      ${verdict}, ${reason}, 'refused', now()
    FROM new_key
    ON CONFLICT DO NOTHING`.execute(db);
}

const selectHeaders = (headers: WebhookHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && /^(x-webhook-|x-razorpay-|x-idempotency-key$|content-type$)/.test(entry[0]),
    ),
  );
