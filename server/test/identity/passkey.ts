import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/**
 * A software authenticator for tests: it creates a passkey and answers challenges as a phone does (WebAuthn level 2,
 * ES256, attestation "none").
 */
export class SoftPasskey {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Answers `navigator.credentials.create`; the options are the server's JSON. */
  create(options: string, origin = this.#origin): string {
    const { challenge, rp } = JSON.parse(options) as { challenge: string; rp: { id: string } };
    const clientData = this.#buildClientData('webauthn.create', challenge, origin);
    const attested = Buffer.concat([
      Buffer.alloc(16),
      encodeUint16(this.id.length),
      this.id,
      encodeCoseKey(this.#keys.publicKey),
    ]);
    const authData = Buffer.concat([
      this.#buildAuthenticatorData(rp.id, FLAGS.present | FLAGS.attested),
      attested,
    ]);
    const attestationObject = encodeCborMap([
      ['fmt', encodeCborText('none')],
      ['attStmt', encodeCborMap([])],
      ['authData', encodeCborBytes(authData)],
    ]);
    return this.#buildResponse({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers `navigator.credentials.get`. */
  get(options: string, origin = this.#origin): string {
    const { challenge, rpId } = JSON.parse(options) as { challenge: string; rpId: string };
    this.counter += 1;
    const clientData = this.#buildClientData('webauthn.get', challenge, origin);
    const authData = this.#buildAuthenticatorData(rpId, FLAGS.present);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    return this.#buildResponse({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
    });
  }

  #buildResponse(response: object): string {
    const id = this.id.toString('base64url');
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #buildClientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #buildAuthenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

const FLAGS = { present: 0x01, attested: 0x40 };

function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // kty EC2, alg ES256, curve P-256 and its point.
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    encodeCborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    encodeCborBytes(Buffer.from(y, 'base64url')),
  ]);
}

const encodeUint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255]);
const encodeCborHead = (major: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.concat([Buffer.from([(major << 5) | 25]), encodeUint16(length)]);
const encodeCborBytes = (bytes: Buffer): Buffer => Buffer.concat([encodeCborHead(2, bytes.length), bytes]);
const encodeCborText = (text: string): Buffer =>
  Buffer.concat([encodeCborHead(3, text.length), Buffer.from(text)]);
const encodeCborMap = (entries: [string, Buffer][]): Buffer =>
  Buffer.concat([
    encodeCborHead(5, entries.length),
    ...entries.flatMap(([key, value]) => [encodeCborText(key), value]),
  ]);
