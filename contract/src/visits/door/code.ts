import { CODE_DIGITS, CODE_TRIES_MAX } from '../model.ts';
import { encodeText, fromBase64Url } from './bytes.ts';
import { describeSubject, type DoorSubject } from './subject.ts';

const CODES = 10 ** CODE_DIGITS;
/** Enough bytes that no code is noticeably more frequent than another. */
const CODE_BYTES = 6;
export const SECRET_BYTES = 32;

/**
 * The digits that the poster says at the door. The server and the poster's phone have the secret and calculate them; the
 * phone needs no network for it.
 */
export async function calculateDoorCode(secret: string, subject: DoorSubject): Promise<string> {
  const bytes = fromBase64Url(secret);
  if (bytes?.length !== SECRET_BYTES) throw new Error('the secret of a visit has the wrong length');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  const text = encodeText(`fws door code 1.${describeSubject(subject)}`);
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, text));
  const number = mac.slice(0, CODE_BYTES).reduce((sum, byte) => sum * 256 + byte, 0);
  return String(number % CODES).padStart(CODE_DIGITS, '0');
}

/** After too many wrong codes the right one starts nothing either. */
export function judgeCode(
  code: string,
  { expected, wrongTries }: { expected: string; wrongTries: number },
): 'right' | 'wrong' | 'locked' {
  if (wrongTries >= CODE_TRIES_MAX) return 'locked';
  return code === expected ? 'right' : 'wrong';
}
