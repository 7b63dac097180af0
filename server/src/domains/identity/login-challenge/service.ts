import type { LoginMethod } from '@fws/contract/identity/model';
import type { LoginChallenge } from '@fws/contract/identity/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { commitRefusal, inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import type { Client } from '../login/client.ts';
import { findDevice } from '../devices/store.ts';
import { countLoginCode, toLoginSource } from '../login-attempts/service.ts';
import { listLoginMethods, type ChosenFactors, type Proof } from '../login/rules.ts';
import {
  countSend,
  countTry,
  deleteChallenges,
  findChallenge,
  insertChallenge,
  lockChallenge,
  type ChallengeRow,
} from './store.ts';
import { findAnsweringPasskey, buildPasskeyRequest } from '../passkeys/service.ts';
import { openSession, type SignedIn } from '../open-session/service.ts';
import { isOtpCode, calculateResendSeconds, type Otp } from '../rules.ts';
import { findFactors, listPasskeys, markPasskeyUsed } from '../second-factors/store.ts';
import { takeAuthenticatorCode, takeRecoveryCode } from '../second-factors/service.ts';
import { getUserById, type UserRow } from '../store.ts';
import { LIMITS } from '../limits.ts';

/** The result of a login: a session, or a challenge for the browser that keeps its token. */
export type Login =
  | { step: 'in'; signedIn: SignedIn }
  | { step: 'challenge'; token: string; proof: Exclude<Proof, 'none'>; sentTo: string };

const TRIES_MAX = 5;
const SENDS_MAX = 5;

/** Opens the second step of a web login, after the first one succeeded. */
export async function openChallenge(
  deps: Deps,
  tx: Tx,
  { user, proof, factors }: { user: UserRow; proof: Exclude<Proof, 'none'>; factors: ChosenFactors },
): Promise<Outcome<Login>> {
  const now = deps.ports.clock.now();
  const passkeys = factors.passkeys > 0 ? await listPasskeys(tx, user.id) : [];
  const request = passkeys.length > 0 ? await buildPasskeyRequest(deps.config, passkeys) : null;
  const passkeyChallenge = request?.challenge ?? null;
  const challenge = await insertChallenge(tx, { userId: user.id, proof, passkeyChallenge }, now);
  if (proof === 'code') {
    const sent = await sendCode(deps, tx, challenge.id, user.id, now);
    if (!sent.ok) return sent;
  }
  return done({ step: 'challenge', token: challenge.token, proof, sentTo: user.mobile.slice(-4) });
}

async function sendCode(
  { config }: Deps,
  tx: Tx,
  challengeId: number,
  userId: number,
  now: Date,
): Promise<Outcome<null>> {
  // Each code costs a text message, and anyone with the password can request one.
  const counted = await countAttempt(tx, config.limits.get(LIMITS.login_code_send_user), String(userId), now);
  if (!counted.ok) return counted;
  await countSend(tx, challengeId, now);
  await enqueue(tx, 'send_login_code', { challengeId }, { maxAttempts: 6 });
  return done(null);
}

const expired = refuse('unauthenticated', 'identity.login_expired');

/** Returns what a login waits for to the browser that began it. */
export async function readChallenge(deps: Deps, token: string | null): Promise<Outcome<LoginChallenge>> {
  const challenge = token === null ? null : await findChallenge(deps.db, token, deps.ports.clock.now());
  if (!challenge) return expired;
  const user = await getUserById(deps.db, challenge.user_id);
  const passkeys = challenge.passkey_challenge === null ? [] : await listPasskeys(deps.db, user.id);
  return done({
    methods: listLoginMethods(challenge.proof, await findFactors(deps.db, user.id)),
    sentTo: challenge.proof === 'code' ? user.mobile.slice(-4) : null,
    passkeyOptions:
      challenge.passkey_challenge === null
        ? null
        : (await buildPasskeyRequest(deps.config, passkeys, challenge.passkey_challenge)).options,
    // The sandbox has no texts registered with the operators and sends nothing: it shows its messages on a page.
    outboxUrl: deps.config.sms.outboxUrl,
  });
}

export async function sendLoginCode(deps: Deps, token: string | null): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const challenge = token === null ? null : await lockChallenge(tx, token, now);
    if (challenge?.proof !== 'code') return expired;
    const seconds = calculateResendSeconds(challenge.sent_at, now);
    if (seconds > 0) return refuse('too_many', 'identity.otp_wait', { values: { seconds } });
    if (challenge.sends >= SENDS_MAX) return refuse('too_many', 'identity.login_tries');
    return sendCode(deps, tx, challenge.id, challenge.user_id, now);
  });
}

/** The code of a challenge. It is derived from the row and the server's secret, and stored nowhere. */
export const toLoginOtp = (challenge: ChallengeRow, mobile: string): Otp => ({
  purpose: 'login',
  channel: 'mobile',
  address: mobile,
  user_id: challenge.user_id,
  nonce: challenge.nonce,
});

/** Completes a login when the browser that began the challenge gives the proof. */
export function confirmLogin(
  deps: Deps,
  token: string | null,
  form: { method: LoginMethod; code: string; passkey: string },
  client: Client,
): Promise<Outcome<Login>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<Login>> => {
    const challenge = token === null ? null : await lockChallenge(tx, token, now);
    if (!challenge) return expired;
    if (challenge.tries >= TRIES_MAX) return refuse('too_many', 'identity.login_tries');
    const user = await getUserById(tx, challenge.user_id);
    const source = toLoginSource(user, await findDevice(tx, user.id, client), client, '');
    const counted = await countLoginCode(tx, deps.config.limits, source, now);
    if (!counted.ok) return counted;
    if (counted.value.isPaused && form.method === 'authenticator')
      return commitRefusal(refuse('too_many', 'identity.second_factor_paused'));
    await countTry(tx, challenge.id);
    const proven = await takeProof(deps, tx, challenge, user, form);
    if (!proven.ok) {
      const { method } = form;
      await recordSecurityEvent(tx, { kind: 'login_code_failed', userId: user.id, details: { method } }, now);
      return commitRefusal(proven);
    }
    await counted.value.forgive(tx);
    await deleteChallenges(tx, user.id);
    const given = { proof: challenge.proof, deviceConfirmedAt: null };
    return done({ step: 'in', signedIn: await openSession(deps, tx, user, client, given) });
  });
}

/** A challenge for a code accepts no second factor, and the reverse. */
async function takeProof(
  deps: Deps,
  tx: Tx,
  challenge: ChallengeRow,
  user: UserRow,
  { method, code, passkey }: { method: LoginMethod; code: string; passkey: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const toOutcome = (isRight: boolean): Outcome<null> =>
    isRight ? done(null) : refuseField('code', 'identity.login_code_wrong');
  if (challenge.proof === 'code') {
    if (method !== 'otp') return refuseField('method', 'identity.login_method_required');
    return toOutcome(isOtpCode(deps.keyring, toLoginOtp(challenge, user.mobile), code.trim()));
  }
  switch (method) {
    case 'otp':
      return refuseField('method', 'identity.login_method_required');
    case 'authenticator':
      return toOutcome(await takeAuthenticatorCode(deps, tx, user.id, code.trim()));
    case 'recovery_code':
      return toOutcome(await takeRecoveryCode(deps, tx, user.id, code));
    case 'passkey': {
      const passkeys = await listPasskeys(tx, user.id);
      const answer = await findAnsweringPasskey(
        deps.config,
        challenge.passkey_challenge ?? '',
        passkey,
        passkeys,
      );
      if (!answer) return refuse('invalid', 'identity.login_passkey_failed');
      await markPasskeyUsed(tx, answer.passkey.id, answer.counter, now);
      return done(null);
    }
  }
}
