import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeyRow } from '../second-factors/store.ts';

/** Loaded on first use: with its certificate parsers it is a tenth of all code that a start would load. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** Passkeys as a second factor (WebAuthn level 2), for one site. This file does not use the database. */

export interface PasskeySite {
  /** The public address; a passkey works on its host only. */
  publicUrl: string;
}

const getHost = ({ publicUrl }: PasskeySite): string => new URL(publicUrl).hostname;
const getOrigin = ({ publicUrl }: PasskeySite): string => new URL(publicUrl).origin;

type StoredPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>;

const toDescriptor = ({ credential_id: id, transports }: StoredPasskey) => ({
  id,
  transports: transports as AuthenticatorTransport[],
});

/** Returns the options for `navigator.credentials.create` as JSON, and the challenge to store. */
export async function buildPasskeyCreation(
  site: PasskeySite,
  user: { id: number; email: string; name: string },
  existing: readonly StoredPasskey[],
): Promise<{ challenge: string; options: string }> {
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: 'FWS',
    rpID: getHost(site),
    userID: new TextEncoder().encode(String(user.id)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    // Do not offer a key that the user has already registered.
    excludeCredentials: existing.map(toDescriptor),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { challenge: options.challenge, options: JSON.stringify(options) };
}

/** Returns the new passkey; null when the response does not answer this challenge. */
export async function readNewPasskey(
  site: PasskeySite,
  challenge: string,
  response: string,
): Promise<StoredPasskey | null> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: JSON.parse(response) as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: getOrigin(site),
      expectedRPID: getHost(site),
      requireUserVerification: false,
    });
    if (!verified || !registrationInfo) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: [...(transports ?? [])],
    };
  } catch {
    // Clients can send anything here; the library throws for what it cannot read or verify.
    return null;
  }
}

/** Returns the options for `navigator.credentials.get` as JSON, and the challenge to store. */
export async function buildPasskeyRequest(
  site: PasskeySite,
  passkeys: readonly StoredPasskey[],
  challenge?: string,
): Promise<{ challenge: string; options: string }> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const options = await generateAuthenticationOptions({
    rpID: getHost(site),
    allowCredentials: passkeys.map(toDescriptor),
    userVerification: 'preferred',
    ...(challenge === undefined ? {} : { challenge: Buffer.from(challenge, 'base64url') }),
  });
  return { challenge: options.challenge, options: JSON.stringify(options) };
}

/** Returns the passkey that answered the challenge, with its new counter; null when none did. */
export async function findAnsweringPasskey<Passkey extends StoredPasskey>(
  site: PasskeySite,
  challenge: string,
  response: string,
  passkeys: readonly Passkey[],
): Promise<{ passkey: Passkey; counter: number } | null> {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  try {
    const answer = JSON.parse(response) as AuthenticationResponseJSON;
    const passkey = passkeys.find((candidate) => candidate.credential_id === answer.id);
    if (!passkey) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: getOrigin(site),
      expectedRPID: getHost(site),
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
    });
    return verified ? { passkey, counter: authenticationInfo.newCounter } : null;
  } catch {
    // Clients can send anything here; the library throws for what it cannot read or verify.
    return null;
  }
}
