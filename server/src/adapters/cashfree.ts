import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseRupees, toRupees } from '@fws/contract/platform/money';
import { z } from 'zod';
import { ProviderError } from '../ports/provider-error.ts';
import { callProvider, type ProviderRequest } from './provider-call.ts';
import { providerCircuit } from './provider-circuit.ts';

/** What Cashfree's products (payments, payouts, verification) have in common. */
export interface CashfreeAccount {
  /** With the product's path: `https://sandbox.cashfree.com/pg`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface CashfreeClient {
  call<Reply>(request: CashfreeRequest, reply: z.ZodType<Reply>): Promise<Reply>;
  /** `null` only when the vendor itself says, with this code, that there is no such thing. */
  find<Reply>(path: string, reply: z.ZodType<Reply>, missingCode: string): Promise<Reply | null>;
}

type CashfreeRequest = Pick<ProviderRequest, 'method' | 'body'> & {
  path: string;
  headers?: Record<string, string>;
};

const vendorError = z.object({ code: z.string(), message: z.string() });

export function cashfreeClient(account: CashfreeAccount, apiVersion: string): CashfreeClient {
  const headers = {
    'x-client-id': account.clientId,
    'x-client-secret': account.clientSecret,
    'x-api-version': apiVersion,
  };

  const circuit = providerCircuit(`cashfree ${new URL(account.baseUrl).pathname}`);

  async function call<Reply>(request: CashfreeRequest, reply: z.ZodType<Reply>): Promise<Reply> {
    const { path, headers: more, ...rest } = request;
    const answer = await callProvider(circuit, {
      ...rest,
      url: account.baseUrl + path,
      headers: { ...headers, ...more },
    });
    if (answer.status >= 400) throw refusal(answer.status, answer.body);
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

/** An error page of something in between is not the vendor's word, so the outcome stays unknown. */
function refusal(status: number, body: unknown): ProviderError {
  const error = vendorError.safeParse(body);
  if (error.success) return new ProviderError('rejected', error.data.code, error.data.message);
  return new ProviderError('unknown', `http_${status}`, `answered ${status} without the vendor's error`);
}

export function isRejection(error: unknown, code: string): boolean {
  return error instanceof ProviderError && error.outcome === 'rejected' && error.code === code;
}

/** The keys of a table of the vendor's words, as `z.enum` wants them. */
export function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  return Object.keys(table) as Key[];
}

/** Rupees in a JSON number, read through its text so that no paisa is lost to floats. */
export const rupeesAsPaise = z.number().transform((rupees, context) => {
  const paise = parseRupees(String(rupees));
  if (paise !== null) return paise;
  context.addIssue({ code: 'custom', message: 'not an amount in rupees' });
  return z.NEVER;
});

export function dateOrNull(text: string | null | undefined): Date | null {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function rupeeNumber(paise: number): number {
  return Number(toRupees(paise));
}

/** A genuine webhook, told apart from one that somebody made. */
export type SignedBody =
  | { verdict: 'valid'; dedupeKey: string; signedAt: Date | null; type: string; data: unknown }
  | { verdict: 'forged' | 'malformed'; reason: string };

const envelope = z.object({ type: z.string(), data: z.unknown() });

/** Any of the secrets may have signed: while keys are exchanged, the vendor signs with the oldest active one. */
export function readSignedBody(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): SignedBody {
  const timestamp = headers['x-webhook-timestamp'] ?? '';
  const signature = headers['x-webhook-signature'] ?? '';
  // Both checks keep the signed text unambiguous: digits could otherwise move from the one into the other.
  if (!/^\d+$/.test(timestamp)) return { verdict: 'malformed', reason: 'timestamp' };
  if (rawBody[0] !== '{'.charCodeAt(0)) return { verdict: 'malformed', reason: 'body' };
  if (!secrets.some((secret) => signedWith(secret, timestamp, rawBody, signature))) {
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
 * Names an event by what is signed. The vendors' own ids of deliveries come in headers that are not: whoever caught one
 * delivery could send it again under any other id.
 */
export const hashBody = (rawBody: Buffer): string => createHash('sha256').update(rawBody).digest('hex');

/** Milliseconds, or seconds as in the vendor's oldest examples. */
function readTimestamp(digits: string): Date {
  const value = Number(digits);
  return new Date(digits.length > 11 ? value : value * 1000);
}

function signedWith(secret: string, timestamp: string, rawBody: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(timestamp).update(rawBody).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export function parseOrNull(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return null;
  }
}
