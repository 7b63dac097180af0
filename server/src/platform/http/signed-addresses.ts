import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../ports/clock.ts';
import type { Caller } from '../caller.ts';
import { deriveSigningKey, type Keyring } from '../keys.ts';
import type { CallerSettings } from './caller.ts';

/**
 * Addresses that open a file without a cookie or a header, for clients that can send neither with an image. A signature
 * stands for the session it was made in and for one file: whether that session still exists and may open the file is
 * checked at each use.
 */
export interface SignedAddresses {
  /** The whole address of a file, from its path. */
  sign(path: string, sessionId: number): string;
  /** The session that the address of a request was signed in; null when it is not signed, was changed or has expired. */
  readSession(url: string): number | null;
}

/** Addresses are equal for this long, so that clients can keep what they loaded, and valid for up to twice as long. */
const STEP_MS = 15 * 60_000;

/** The path of a file, an invoice or a receipt, with its kind and its id. The name behind them and the query select nothing. */
const FILE_PATH = /^\/api\/(files|invoices|receipts)\/([^/?#,\s]+)\/[^/#,\s]+$/;

export function createSignedAddresses({
  keyring,
  clock,
  publicUrl,
}: {
  keyring: Keyring;
  clock: Clock;
  publicUrl: string;
}): SignedAddresses {
  // Derived once: it costs more than a signature. Signatures of a former key stay valid for addresses already sent.
  const keys = keyring.all.map((key) => deriveSigningKey(key, 'file address'));
  const currentKey = deriveSigningKey(keyring.current, 'file address');
  return {
    sign(path, sessionId) {
      const subject = parseSubject(path);
      if (subject === null) throw new Error(`not the path of a file: ${path}`);
      const expiresAt = (Math.floor(clock.now().getTime() / STEP_MS) + 2) * STEP_MS;
      const claim = { subject, session: String(sessionId), expires: String(expiresAt / 1000) };
      const query = new URLSearchParams({
        session: claim.session,
        expires: claim.expires,
        signature: calculateSignature(currentKey, claim).toString('base64url'),
      });
      return `${publicUrl}${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
    },
    readSession(url) {
      const subject = parseSubject(url);
      const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
      const [session, expires, signature] = ['session', 'expires', 'signature'].map((name) =>
        query.get(name),
      );
      if (subject === null || !session || !expires || !signature) return null;
      if (!isSignature(keys, { subject, session, expires }, signature)) return null;
      return Number(expires) * 1000 > clock.now().getTime() ? Number(session) : null;
    },
  };
}

/** "files/<id>" */
function parseSubject(path: string): string | null {
  const [, kind, id] = FILE_PATH.exec(path) ?? [];
  return kind && id ? `${kind}/${id}` : null;
}

interface Claim {
  subject: string;
  session: string;
  expires: string;
}

const calculateSignature = (key: Buffer, { subject, session, expires }: Claim): Buffer =>
  createHmac('sha256', key).update(`${subject}\n${session}\n${expires}`).digest();

function isSignature(keys: readonly Buffer[], claim: Claim, given: string): boolean {
  const givenBytes = Buffer.from(given, 'base64url');
  return keys.some((key) => {
    const signature = calculateSignature(key, claim);
    return givenBytes.length === signature.length && timingSafeEqual(givenBytes, signature);
  });
}

/**
 * Signs all addresses of files in a reply, alone or joined by commas. Where somebody has typed one as a text, its
 * signature opens nothing that the reader could not open anyway.
 */
export function signAddresses<T>(value: T, sign: (path: string) => string): T {
  if (typeof value === 'string') {
    const paths = value.startsWith('/api/') ? value.split(',') : [];
    return paths.length > 0 && paths.every((path) => FILE_PATH.test(path))
      ? (paths.map(sign).join(',') as T)
      : value;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => signAddresses(item, sign)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, signAddresses(field, sign)]),
  ) as T;
}

export type AddressSettings = CallerSettings & { addresses: SignedAddresses };

/** The caller whose session the address of this request was signed in; null without a valid signature. */
export async function findSignedCaller(
  request: FastifyRequest,
  { addresses, authenticator, limiter }: AddressSettings,
): Promise<Caller | null> {
  const sessionId = addresses.readSession(request.url);
  const found = sessionId === null ? null : await authenticator.findSession(sessionId);
  const caller = found?.scope === 'full' ? found : null;
  if (caller) await limiter.countUser(request, caller.userId);
  return caller;
}

/** Whether a request has a signature, valid or not. */
export const hasSignature = (request: FastifyRequest): boolean => /[?&]signature=/.test(request.url);
