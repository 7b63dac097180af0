import { createHash, timingSafeEqual } from 'node:crypto';
import type * as z from 'zod';
import type { MessageReceipt } from '../ports/messaging.ts';
import type { WebhookReading } from '../ports/payment-gateway.ts';
import { hashBody, parseOrNull } from './cashfree.ts';

type Headers = Record<string, string | undefined>;

const REASON_MAX = 160;

/** The password of `Authorization: Bearer …` or `Basic …`; empty when there is none. */
export function readAuthorization(headers: Headers): string {
  const [, scheme = '', given = ''] = /^(Bearer|Basic) (\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return given;
  return Buffer.from(given, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
}

/** Compares digests, so that the time of the comparison reveals neither the text nor its length. */
export function matchesSecret(given: string, secrets: readonly string[]): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const givenDigest = digest(given);
  return given !== '' && secrets.some((secret) => timingSafeEqual(digest(secret), givenDigest));
}

/**
 * Reads receipts from a vendor that signs nothing and proves itself by a shared secret. Without a signature there is no
 * signed time either: a repeated body is recognised by its hash.
 */
export function readReceipts<Body>(
  { headers, rawBody }: { headers: Headers; rawBody: Buffer },
  secrets: readonly string[],
  { body, toReceipts }: { body: z.ZodType<Body>; toReceipts: (body: Body) => MessageReceipt[] },
): WebhookReading<readonly MessageReceipt[]> {
  if (!matchesSecret(readAuthorization(headers), secrets)) return { verdict: 'forged', reason: 'secret' };
  const decoded = body.safeParse(parseOrNull(rawBody));
  if (!decoded.success) return { verdict: 'malformed', reason: 'receipts' };
  const receipts = toReceipts(decoded.data);
  const event = receipts.length === 0 ? null : receipts;
  return { verdict: 'valid', dedupeKey: hashBody(rawBody), signedAt: null, type: 'receipts', event };
}

/** Vendors repeat the number or the address in their explanations; the receipt is stored without it. */
export function toReason(...parts: readonly (string | number | null | undefined)[]): string | null {
  const text = parts
    .filter((part) => part !== null && part !== undefined && part !== '')
    .join(': ')
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…')
    .replaceAll(/\+?\d{10,15}/g, '…')
    .replaceAll(/\s+/g, ' ')
    .slice(0, REASON_MAX);
  return text === '' ? null : text;
}
