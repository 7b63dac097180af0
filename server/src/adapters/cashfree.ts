import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import { z } from 'zod';
import { ProviderError } from '../ports/provider-error.ts';
import { callProvider, type ProviderRequest } from './provider-call.ts';
import { createProviderCircuit } from './provider-circuit.ts';

/** Shared by Cashfree's products: payments, payouts and verification. */
export interface CashfreeAccount {
  /** Includes the product's path, e.g. `https://sandbox.cashfree.com/pg`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface CashfreeClient {
  call<Reply>(request: CashfreeRequest, reply: z.ZodType<Reply>): Promise<Reply>;
  /** Returns `null` only when the vendor itself answers with `missingCode`, meaning "no such object". */
  find<Reply>(path: string, reply: z.ZodType<Reply>, missingCode: string): Promise<Reply | null>;
}

type CashfreeRequest = Pick<ProviderRequest, 'method' | 'body'> & {
  path: string;
  headers?: Record<string, string>;
};

const vendorError = z.object({ code: z.string(), message: z.string() });

export function createCashfreeClient(account: CashfreeAccount, apiVersion: string): CashfreeClient {
  const headers = {
    'x-client-id': account.clientId,
    'x-client-secret': account.clientSecret,
    'x-api-version': apiVersion,
  };

  const circuit = createProviderCircuit(`cashfree ${new URL(account.baseUrl).pathname}`);

  async function call<Reply>(request: CashfreeRequest, reply: z.ZodType<Reply>): Promise<Reply> {
    const { path, headers: extraHeaders, ...options } = request;
    const answer = await callProvider(circuit, {
      ...options,
      url: account.baseUrl + path,
      headers: { ...headers, ...extraHeaders },
    });
    if (answer.status >= 400) throw toProviderError(answer.status, answer.body);
    const decoded = reply.safeParse(answer.body);
    if (decoded.success) return decoded.data;
    const fields = decoded.error.issues.map((issue) => issue.path.join('.')).join(', ');
    throw new ProviderError('unknown', 'unexpected_answer', `unexpected fields in the answer: ${fields}`);
  }

  return {
    call,
    async find(path, reply, missingCode) {
      try {
        return await call({ method: 'GET', path }, reply);
      } catch (error) {
        if (isRejection(error, missingCode)) return null;
        throw error;
      }
    },
  };
}

/** An error page from a proxy in between is not the vendor's answer, so the outcome stays unknown. */
function toProviderError(status: number, body: unknown): ProviderError {
  const error = vendorError.safeParse(body);
  if (error.success) return new ProviderError('rejected', error.data.code, error.data.message);
  return new ProviderError('unknown', `http_${status}`, `answered ${status} without the vendor's error`);
}

export function isRejection(error: unknown, code: string): boolean {
  return error instanceof ProviderError && error.outcome === 'rejected' && error.code === code;
}

/** The keys of a status table, typed for `z.enum`. */
export function listKeys<Key extends string>(table: Record<Key, unknown>): Key[] {
  return Object.keys(table) as Key[];
}

/** Parses rupees from a JSON number through its text, so that floats lose no paisa. */
export const rupeesAsPaise = z.number().transform((rupees, context) => {
  const paise = parseRupees(String(rupees));
  if (paise !== null) return paise;
  context.addIssue({ code: 'custom', message: 'not an amount in rupees' });
  return z.NEVER;
});

export function parseDate(text: string | null | undefined): Date | null {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function toRupeeNumber(paise: number): number {
  return Number(toRupees(paise));
}

/** Tells a genuine webhook from a forged one. */
export type SignedBody =
  | { verdict: 'valid'; dedupeKey: string; signedAt: Date | null; type: string; data: unknown }
  | { verdict: 'forged' | 'malformed'; reason: string };

const envelope = z.object({ type: z.string(), data: z.unknown() });

/** Accepts a signature by any of the secrets: during a key change the vendor signs with the oldest active one. */
export function readSignedBody(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): SignedBody {
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  const signature = headers['x-webhook-signature'] ?? '';
  // Both checks keep the signed text unambiguous: otherwise a digit could move from the body into the timestamp.
  if (!/^\d+$/.test(timestamp)) return { verdict: 'malformed', reason: 'timestamp' };
  if (rawBody[0] !== '{'.charCodeAt(0)) return { verdict: 'malformed', reason: 'body' };
  if (!secrets.some((secret) => isSignedWith(secret, timestamp, rawBody, signature))) {
    return { verdict: 'forged', reason: 'signature' };
  }
  const decoded = envelope.safeParse(parseOrNull(rawBody));
  if (!decoded.success) return { verdict: 'malformed', reason: 'envelope' };
  return {
    verdict: 'valid',
    dedupeKey: hashBody(rawBody),
    signedAt: readTimestamp(timestamp),
    ...decoded.data,
  };
}

/**
 * Identifies an event by its signed content. The vendors' own delivery ids come in unsigned headers: an attacker who
 * captured one delivery could replay it under another id.
 */
export const hashBody = (rawBody: Buffer): string => createHash('sha256').update(rawBody).digest('hex');

/** In milliseconds, or in seconds as in the vendor's oldest examples. */
function readTimestamp(digits: string): Date {
  const value = Number(digits);
  return new Date(digits.length > 11 ? value : value * 1000);
}

function isSignedWith(secret: string, timestamp: string, rawBody: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(timestamp).update(rawBody).digest();
  const givenSignature = Buffer.from(signature, 'base64');
  return givenSignature.length === expected.length && timingSafeEqual(givenSignature, expected);
}

export function parseOrNull(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return null;
  }
}
