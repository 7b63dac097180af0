import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { ProviderError } from '../ports/provider-error.ts';
import { hashBody, parseOrNull, type SignedBody } from './cashfree.ts';
import { callProvider } from './provider-call.ts';
import { createProviderCircuit } from './provider-circuit.ts';

export interface RazorpayAccount {
  /** `https://api.razorpay.com/v1`. */
  baseUrl: string;
  keyId: string;
  keySecret: string;
  /** Any of them may have signed a webhook: deliveries made before a key change stay signed with the older secret. */
  webhookSecrets: readonly string[];
}

export interface RazorpayRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface RazorpayClient {
  call<Reply>(request: RazorpayRequest, reply: z.ZodType<Reply>): Promise<Reply>;
  /** Returns a whole list, which the vendor limits to a hundred items; one order or payout never has more. */
  list<Item>(path: string, query: Record<string, string>, item: z.ZodType<Item>): Promise<Item[]>;
  /** Returns up to a hundred items of a list by date, starting at `skip`. */
  listPage<Item>(
    path: string,
    query: PageQuery,
    item: z.ZodType<Item>,
  ): Promise<{ items: Item[]; isLast: boolean }>;
}

interface PageQuery {
  from: Date;
  until: Date;
  skip: number;
  more?: Record<string, string>;
}

export const LIST_MAX = 100;
const ASK_AGAIN_AFTER_MS = 5_000;

const vendorError = z.object({
  error: z.object({ code: z.string(), description: z.string().nullish(), reason: z.string().nullish() }),
});

export function createRazorpayClient(
  account: RazorpayAccount,
  product: 'payments' | 'payouts',
): RazorpayClient {
  const circuit = createProviderCircuit(`razorpay ${product}`);
  const authorization = `Basic ${Buffer.from(`${account.keyId}:${account.keySecret}`).toString('base64')}`;

  async function call<Reply>(request: RazorpayRequest, reply: z.ZodType<Reply>): Promise<Reply> {
    const { path, headers, ...options } = request;
    const url = account.baseUrl + path;
    const answer = await callProvider(circuit, { ...options, url, headers: { ...headers, authorization } });
    if (answer.status >= 400) throw toProviderError(answer.status, answer.body);
    const decoded = reply.safeParse(answer.body);
    if (decoded.success) return decoded.data;
    const fields = decoded.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new ProviderError('unknown', 'unexpected_answer', `unexpected fields in the answer: ${fields}`);
  }

  async function list<Item>(
    path: string,
    query: Record<string, string>,
    item: z.ZodType<Item>,
  ): Promise<Item[]> {
    const search = new URLSearchParams({ ...query, count: String(LIST_MAX) });
    const { items } = await call(
      { method: 'GET', path: `${path}?${search}` },
      z.object({ items: z.array(item) }),
    );
    return items;
  }

  return {
    call,
    list,
    async listPage(path, { from, until, skip, more }, item) {
      const query = { from: toUnix(from), to: toUnix(until), skip: String(skip) };
      const items = await list(path, { ...more, ...query }, item);
      return { items, isLast: items.length < LIST_MAX };
    },
  };
}

/** The vendor has four error codes; its `reason` is more specific where present. */
function toProviderError(status: number, body: unknown): ProviderError {
  const decoded = vendorError.safeParse(body);
  if (!decoded.success)
    return new ProviderError('unknown', `http_${status}`, `answered ${status} without the vendor's error`);
  // The same request is still being processed: its outcome is the one to look up.
  if (status === 409)
    return new ProviderError('limited', 'in_progress', 'the request before is under way', ASK_AGAIN_AFTER_MS);
  const { code, description, reason } = decoded.data.error;
  const hasReason = reason !== null && reason !== undefined && !['', 'null', 'NA'].includes(reason);
  return new ProviderError('rejected', hasReason ? reason : code, description ?? code);
}

/** The vendor refuses texts that are too long or contain other characters ("at most 30 letters"). */
export function toPlainText(text: string, longest: number): string {
  return text
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, longest)
    .trim();
}

/** The vendor answers an empty list when there are no notes. */
export const notes = z
  .union([z.record(z.string(), z.coerce.string()), z.array(z.unknown())])
  .nullish()
  .transform((value): Record<string, string> => (value && !Array.isArray(value) ? value : {}));

export const toUnix = (date: Date): string => String(Math.floor(date.getTime() / 1000));

export const unixTime = z.number().transform((seconds) => new Date(seconds * 1000));

const envelope = z.object({ event: z.string(), payload: z.unknown(), created_at: unixTime.optional() });

/**
 * Verifies a hex HMAC over the raw body, which contains the event's time. The vendor repeats a delivery with the same
 * body.
 */
export function readSignedEvent(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): SignedBody {
  const signature = headers['x-razorpay-signature'] ?? '';
  if (!/^[0-9a-f]{64}$/.test(signature)) return { verdict: 'forged', reason: 'signature' };
  const givenSignature = Buffer.from(signature, 'hex');
  const isOurs = secrets.some((secret) =>
    timingSafeEqual(givenSignature, createHmac('sha256', secret).update(rawBody).digest()),
  );
  if (!isOurs) return { verdict: 'forged', reason: 'signature' };
  const decoded = envelope.safeParse(parseOrNull(rawBody));
  if (!decoded.success) return { verdict: 'malformed', reason: 'envelope' };
  const { event: type, payload: data, created_at: signedAt = null } = decoded.data;
  return { verdict: 'valid', dedupeKey: hashBody(rawBody), signedAt, type, data };
}
