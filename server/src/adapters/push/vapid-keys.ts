import { createECDH } from 'node:crypto';
import { deriveSigningKey, type Key } from '../../platform/keys.ts';

/** Both in base64url, as browsers and push services expect them (RFC 8292). */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

export function createVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // `getPrivateKey` omits leading zeros, and the key has 32 bytes.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

/**
 * The keys of the settings, or without them keys derived from the installation's secret: browsers subscribe to one key,
 * and every process must have it.
 */
export function findVapidKeys(configured: VapidKeys | null, key: Key): VapidKeys {
  if (configured !== null) return configured;
  const pair = createECDH('prime256v1');
  const privateKey = deriveSigningKey(key, 'web push');
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
