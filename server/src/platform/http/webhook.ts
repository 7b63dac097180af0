import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { WebhookReading } from '../../ports/payment-gateway.ts';
import { inTx, type Db, type Tx } from '../db/index.ts';
import type { Log } from '../log.ts';

const MAX_BYTES = 256 * 1024;
/** Refused webhooks are kept for looking into, but nobody may fill our disk with them. */
const REFUSED_KEPT_AN_HOUR = 100;

export interface Webhook<Event> {
  path: string;
  provider: string;
  read(headers: Record<string, string | undefined>, rawBody: Buffer): WebhookReading<Event>;
  /** Enqueues what the event asks for, in the transaction that stores it. The event's body alone decides nothing. */
  onEvent(tx: Tx, event: Event): Promise<void>;
}

/** Receives a provider's webhooks: verify over the raw bytes, store, enqueue, answer. */
export function mountWebhook<Event>(
  app: FastifyInstance,
  deps: { db: Db; log: Log },
  webhook: Webhook<Event>,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(webhook.path, { bodyLimit: MAX_BYTES }, async (request, reply) => {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const headers = singleValues(request.headers);
      const reading = webhook.read(headers, rawBody);
      if (reading.verdict === 'valid') {
        await inTx(deps.db, (tx) => receive(tx, webhook, reading, headers, rawBody));
        return reply.code(200).send({ status: 200 });
      }
      await keepRefused(deps.db, webhook.provider, reading.verdict, headers, rawBody);
      deps.log.warn('webhook refused', {
        path: webhook.path,
        verdict: reading.verdict,
        reason: reading.reason,
      });
      const status = reading.verdict === 'forged' ? 401 : 400;
      return reply.code(status).send({ status });
    });
  });
}

async function receive<Event>(
  tx: Tx,
  webhook: Webhook<Event>,
  reading: Extract<WebhookReading<Event>, { verdict: 'valid' }>,
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<void> {
  const first = await tx
    .insertInto('provider_event')
    .values({
      provider: webhook.provider,
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
  if (first && reading.event !== null) await webhook.onEvent(tx, reading.event);
}

/** Under a key of its own, so that no forgery can take the place of a genuine event. */
async function keepRefused(
  db: Db,
  provider: string,
  verdict: 'forged' | 'malformed',
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
): Promise<void> {
  const key = `${verdict}:${createHash('sha256').update(rawBody).digest('hex')}`;
  await sql`INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, outcome, handled_at)
    SELECT ${provider}, ${key}, 'unknown', ${JSON.stringify(worthKeeping(headers))}::jsonb, ${rawBody}::bytea,
      ${verdict}, 'refused', now()
    WHERE (SELECT count(*) FROM provider_event
      WHERE verdict <> 'valid' AND received_at > now() - interval '1 hour') < ${REFUSED_KEPT_AN_HOUR}
    ON CONFLICT (provider, dedupe_key) DO NOTHING`.execute(db);
}

const worthKeeping = (headers: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && /^(x-webhook-|x-razorpay-|content-type$)/.test(entry[0]),
    ),
  );

const singleValues = (headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
