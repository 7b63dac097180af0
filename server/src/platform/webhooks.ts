import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WebhookReading } from '../ports/payment-gateway.ts';
import { inTx, type Db, type Tx } from './db/index.ts';

/** Refused webhooks are kept for looking into, but nobody may fill our disk with them. */
const REFUSED_KEPT_AN_HOUR = 100;
const REFUSED_KEPT_DAYS = 30;
/** Of a refused body so much is kept: real ones are shorter. */
const REFUSED_BYTES_MAX = 16 * 1024;

export type WebhookHeaders = Record<string, string | undefined>;

/** The vendor's clock and ours need not agree. */
const AHEAD_MAX_MS = 10 * 60_000;

export interface Webhook<Event> {
  path: string;
  provider: string;
  /** What was signed longer ago is refused: whoever sends it has kept it. */
  maxAgeMs: number;
  read(headers: WebhookHeaders, rawBody: Buffer): WebhookReading<Event>;
  /** Enqueues what the event asks for, in the transaction that stores it. The event's body alone decides nothing. */
  onEvent(tx: Tx, event: Event): Promise<void>;
}

/** Of any event: only who made it knows which. */
export interface AnyWebhook {
  path: string;
  provider: string;
  /** Verifies what came at that moment; what is genuine is stored once and acted on. */
  receive(db: Db, headers: WebhookHeaders, rawBody: Buffer, receivedAt: Date): Promise<Received>;
}

export type Received = { verdict: 'valid' } | { verdict: 'forged' | 'malformed'; reason: string };

export const webhook = <Event>(of: Webhook<Event>): AnyWebhook => ({
  path: of.path,
  provider: of.provider,
  async receive(db, headers, rawBody, receivedAt) {
    const reading = of.read(headers, rawBody);
    if (reading.verdict !== 'valid') return reading;
    if (isStale(reading.signedAt, receivedAt, of.maxAgeMs)) return { verdict: 'forged', reason: 'stale' };
    await inTx(db, (tx) => store(tx, of, reading, headers, rawBody));
    return { verdict: 'valid' };
  },
});

function isStale(signedAt: Date | null, receivedAt: Date, maxAgeMs: number): boolean {
  if (signedAt === null) return false;
  const ageMs = receivedAt.getTime() - signedAt.getTime();
  // Also when the time is none at all.
  return !(ageMs <= maxAgeMs && ageMs >= -AHEAD_MAX_MS);
}

async function store<Event>(
  tx: Tx,
  of: Webhook<Event>,
  reading: Extract<WebhookReading<Event>, { verdict: 'valid' }>,
  headers: WebhookHeaders,
  rawBody: Buffer,
): Promise<void> {
  const first = await tx
    .insertInto('provider_event')
    .values({
      provider: of.provider,
      dedupe_key: reading.dedupeKey,
      type: reading.type,
      headers: JSON.stringify(worthKeeping(headers)),
      body: rawBody,
      verdict: 'valid',
      outcome: reading.event === null ? 'ignored' : 'enqueued',
      handled_at: sql<Date>`now()`,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (first && reading.event !== null) await of.onEvent(tx, reading.event);
}

/** Under a key of its own, so that no forgery can take the place of a genuine event. What is too long is not kept. */
export async function keepRefused(
  db: Db,
  provider: string,
  { verdict, reason }: Extract<Received, { reason: string }>,
  headers: WebhookHeaders,
  rawBody: Buffer,
): Promise<void> {
  const key = `${verdict}:${createHash('sha256').update(rawBody).digest('hex')}`;
  const body = rawBody.length > REFUSED_BYTES_MAX ? Buffer.alloc(0) : rawBody;
  await sql`INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, reason, outcome, handled_at)
    SELECT ${provider}, ${key}, 'unknown', ${JSON.stringify(worthKeeping(headers))}::jsonb, ${body}::bytea,
      ${verdict}, ${reason}, 'refused', now()
    WHERE (SELECT count(*) FROM provider_event
      WHERE verdict <> 'valid' AND received_at > now() - interval '1 hour') < ${REFUSED_KEPT_AN_HOUR}
    ON CONFLICT (provider, dedupe_key) DO NOTHING`.execute(db);
}

/** Task, once a day: nobody looks into what was refused so long ago. */
export async function forgetRefused(db: Db): Promise<void> {
  await sql`DELETE FROM provider_event
    WHERE verdict <> 'valid' AND received_at < now() - ${REFUSED_KEPT_DAYS} * interval '1 day'`.execute(db);
}

const worthKeeping = (headers: WebhookHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && /^(x-webhook-|x-razorpay-|x-idempotency-key$|content-type$)/.test(entry[0]),
    ),
  );
