import { encodeText, fromBase64Url, toBase64Url } from './bytes.ts';
import { describeSubject, type DoorSubject } from './subject.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };
const SIGNATURE_BYTES = 64;
/** An uncompressed point. */
const PUBLIC_KEY_BYTES = 65;

/** A device of the poster that signs. */
export interface DoorKey {
  privateKey: CryptoKey;
  /** base64url of the point. The worker's phone has it before the visit. */
  publicKey: string;
}

/** The private half never leaves the browser: it can be used, and stored as it is, but not read. */
export async function createDoorKey(): Promise<DoorKey> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  return {
    privateKey,
    publicKey: toBase64Url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))),
  };
}

async function importPublicKey(text: string): Promise<CryptoKey | null> {
  const bytes = fromBase64Url(text);
  if (bytes?.length !== PUBLIC_KEY_BYTES) return null;
  try {
    return await crypto.subtle.importKey('raw', bytes, CURVE, false, ['verify']);
  } catch {
    return null; // not a point of the curve
  }
}

export const isPublicKey = async (text: string): Promise<boolean> => (await importPublicKey(text)) !== null;

/** `keyId`: the number that the server gave the key. `signedMs`: by the clock of the device. */
const buildStatement = (subject: DoorSubject, { keyId, signedMs }: { keyId: number; signedMs: number }) =>
  `FWS1.${describeSubject(subject)}.${keyId}.${signedMs}`;

/** The text of the QR code. */
export async function signDoor(
  { privateKey }: DoorKey,
  subject: DoorSubject,
  device: { keyId: number; signedMs: number },
): Promise<string> {
  const statement = buildStatement(subject, device);
  const signature = await crypto.subtle.sign(SIGNATURE, privateKey, encodeText(statement));
  return `${statement}.${toBase64Url(new Uint8Array(signature))}`;
}

const SCAN = /^FWS1(?:\.\d{1,15}){5}\.(\d{1,15})\.(\d{1,15})\.([\w-]{86})$/;

/** The key that a scan names. Null for any other text. */
export function readKeyId(text: string): number | null {
  const keyId = SCAN.exec(text)?.[1];
  return keyId === undefined ? null : Number(keyId);
}

/** Whether this key signed the text for this visit. The worker's phone asks it without a network, and the server again. */
export async function verifyScan(
  text: string,
  subject: DoorSubject,
  { keyId, publicKey }: { keyId: number; publicKey: string },
): Promise<boolean> {
  const [, statedKeyId, signedMs, signatureText = ''] = SCAN.exec(text) ?? [];
  const signature = fromBase64Url(signatureText);
  if (signature?.length !== SIGNATURE_BYTES || Number(statedKeyId) !== keyId) return false;
  const statement = buildStatement(subject, { keyId, signedMs: Number(signedMs) });
  if (text !== `${statement}.${signatureText}`) return false;
  const key = await importPublicKey(publicKey);
  return key !== null && crypto.subtle.verify(SIGNATURE, key, signature, encodeText(statement));
}

/** A key that was replaced counts only for a scan that can have been made before. */
export const mayHaveSigned = (
  key: { replacedMs: number | null },
  scanned: { fromMs: number; untilMs: number },
): boolean => key.replacedMs === null || scanned.fromMs < key.replacedMs;
