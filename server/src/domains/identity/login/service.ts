import { type CurrentUser, otpText } from '@fws/contract/identity/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import type { Caller } from '../../../platform/caller.ts';
import { commitRefusal, inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import type { Client } from './client.ts';
import { findDevice, type KnownDevice } from '../devices/store.ts';
import {
  countLogin,
  countLoginCode,
  toLoginSource,
  type CountedLogin,
  type LoginSource,
} from '../login-attempts/service.ts';
import { openChallenge, type Login } from '../login-challenge/service.ts';
import { hasSecondFactor, getRequiredProof, type Proof } from './rules.ts';
import { issueOtp, spendOtp } from '../otp/service.ts';
import { isPasswordCorrect } from '../password/passwords.ts';
import { openSession } from '../open-session/service.ts';
import { parseLoginIdentifier, toLoginAddress, type OtpAddress } from '../rules.ts';
import { findFactors } from '../second-factors/store.ts';
import { takeAuthenticatorCode, takeRecoveryCode } from '../second-factors/service.ts';
import { endSession } from '../sessions/store.ts';
import { getUserById, listLoginCandidates, toCurrentUser, toLimitedUser, type UserRow } from '../store.ts';

/** Answers an unknown account like a wrong password, and takes the same time. */
export async function logIn(
  deps: Deps,
  form: { identifier: string; password: string; otp: string },
  client: Client,
): Promise<Outcome<Login>> {
  const now = deps.ports.clock.now();
  const contact = parseLoginIdentifier(form.identifier);
  const candidates = await listLoginCandidates(deps.db, contact);
  // Several accounts with the same unverified contact are counted by the contact.
  const only = candidates.length === 1 ? (candidates[0] ?? null) : null;
  const knownDevice = only && (await findDevice(deps.db, only.id, client));
  const source = toLoginSource(only, knownDevice, client, JSON.stringify(contact));
  const counted = await countLogin(deps, source, now);
  if (!counted.ok) return counted;

  const user = await findByPassword(candidates, form.password);
  if (!user) {
    await inTx(deps.db, (tx) =>
      recordSecurityEvent(tx, { kind: 'login_failed', userId: only?.id ?? null }, now),
    );
    return refuse('unauthenticated', 'identity.wrong_login');
  }
  const device = only ? knownDevice : await findDevice(deps.db, user.id, client);
  return inTx(deps.db, async (tx) => {
    await counted.value.forgive(tx);
    const given = { user, client, device, source, counted: counted.value, otp: form.otp };
    // The password was right and counts no more; codes that were sent or tried count.
    return commitRefusal(await continueLogin(deps, tx, given));
  });
}

/** Takes as long for no account as for one. */
async function findByPassword(candidates: readonly UserRow[], password: string): Promise<UserRow | null> {
  if (candidates.length === 0) await isPasswordCorrect(null, password);
  for (const user of candidates) if (await isPasswordCorrect(user.password_hash, password)) return user;
  return null;
}

interface FirstFactorLogin {
  user: UserRow;
  client: Client;
  device: KnownDevice | null;
  source: LoginSource;
  counted: Pick<CountedLogin, 'isUnderAttack'>;
  /** The second factor that a client without cookies gave; empty when none. */
  otp: string;
}

/** Continues after the right password, or after Google or Facebook: signs the user in, or asks for a proof. */
export async function continueLogin(deps: Deps, tx: Tx, login: FirstFactorLogin): Promise<Outcome<Login>> {
  const { user, client, device } = login;
  const now = deps.ports.clock.now();
  const factors = await findFactors(tx, user.id);
  const proof = getRequiredProof({
    client: client.kind,
    mobileVerified: user.mobile_verified_at !== null,
    hasSecondFactor: hasSecondFactor(factors),
    deviceConfirmedAt: device?.confirmed_at ?? null,
    isUnderAttack: login.counted.isUnderAttack,
    now,
  });
  // Only a cookie identifies a device: what other clients say about theirs can be forged.
  const deviceConfirmedAt = client.kind === 'web' ? (device?.confirmed_at ?? null) : null;
  const signIn = async (givenProof: Proof): Promise<Outcome<Login>> => {
    const given = { proof: givenProof, deviceConfirmedAt };
    return done({ step: 'in', signedIn: await openSession(deps, tx, user, client, given) });
  };
  if (proof === 'none') return signIn('none');
  if (client.kind === 'web') return openChallenge(deps, tx, { user, proof, factors });
  const proven = await takeTokenClientProof(deps, tx, login, proof);
  return proven.ok ? signIn(proof) : proven;
}

/** A client without cookies repeats its login with the code. */
async function takeTokenClientProof(
  deps: Deps,
  tx: Tx,
  { user, source, otp }: FirstFactorLogin,
  proof: Exclude<Proof, 'none'>,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const ownMobile = toLoginAddress(user);
  if (otp === '') {
    if (proof === 'second_factor')
      return refuse('forbidden', 'identity.login_second_factor', { stepUp: 'totp' });
    const sent = await issueOtp(deps, tx, ownMobile, user.id, now);
    const values = { ending: user.mobile.slice(-4) };
    return sent.ok ? refuse('forbidden', 'identity.login_code_sent', { stepUp: 'otp', values }) : sent;
  }
  const counted = await countLoginCode(tx, deps.config.limits, source, now);
  if (!counted.ok) return counted;
  const outcome =
    proof === 'code'
      ? await spendCode(deps, tx, ownMobile, otp, now)
      : await takeCode(deps, tx, user.id, otp, counted.value.isPaused);
  if (outcome.ok) await counted.value.forgive(tx);
  else await recordSecurityEvent(tx, { kind: 'login_code_failed', userId: user.id }, now);
  return outcome;
}

async function spendCode(
  deps: Deps,
  tx: Tx,
  to: OtpAddress,
  given: string,
  now: Date,
): Promise<Outcome<null>> {
  const otp = z.safeParse(otpText, given);
  if (!otp.success) return refuseField('otp', 'identity.otp_invalid');
  return spendOtp(tx, deps.keyring, to, otp.data, now);
}

/** Accepts a code of the authenticator app or a recovery code. */
async function takeCode(
  deps: Deps,
  tx: Tx,
  userId: number,
  code: string,
  isPaused: boolean,
): Promise<Outcome<null>> {
  if (await takeRecoveryCode(deps, tx, userId, code)) return done(null);
  if (isPaused) return refuse('too_many', 'identity.second_factor_paused');
  const isRight = await takeAuthenticatorCode(deps, tx, userId, code.trim());
  return isRight ? done(null) : refuseField('otp', 'identity.login_code_wrong');
}

export async function logOut(
  deps: Deps,
  caller: { userId: number; sessionId: number },
): Promise<Outcome<null>> {
  await inTx(deps.db, async (tx) => {
    await endSession(tx, caller.sessionId);
    await recordSecurityEvent(tx, { kind: 'logged_out', userId: caller.userId }, deps.ports.clock.now());
  });
  return done(null);
}

export async function readCurrentUser(
  deps: Deps,
  { userId, scope }: Pick<Caller, 'userId' | 'scope'>,
): Promise<Outcome<CurrentUser>> {
  const user = await getUserById(deps.db, userId);
  return done(scope === 'limited' ? toLimitedUser(user) : toCurrentUser(user));
}
