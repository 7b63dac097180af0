import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const CURVE = 'prime256v1';
const KEY_BYTES = 65;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1;

export interface BrowserKeys {
  p256dh: string;
  privateKey: string;
  auth: string;
}

/** Keys as a browser makes them for one subscription. */
export function createBrowserKeys(): BrowserKeys {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return {
    p256dh: pair.getPublicKey('base64url'),
    privateKey: pair.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** Decrypts a push message (RFC 8291 over `aes128gcm`, RFC 8188). Throws when it is not for these keys. */
export function decryptPush(body: Buffer, keys: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const keyLength = body.readUInt8(SALT_BYTES + 4);
  if (keyLength !== KEY_BYTES) throw new Error('the key id is not a public key');
  const senderKey = body.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
  const record = body.subarray(HEADER_BYTES + KEY_BYTES);
  if (record.length > recordSize) throw new Error('a push message has one record');

  const pair = createECDH(CURVE);
  pair.setPrivateKey(keys.privateKey, 'base64url');
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const auth = Buffer.from(keys.auth, 'base64url');
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, keyInfo, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));

  const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('the padding has no delimiter of a last record');
  return padded.subarray(0, end).toString('utf8');
}
