import { PASSKEYS_MAX } from '@fws/contract/identity/model';
import type { NewAuthenticator, SecondFactors } from '@fws/contract/identity/factors/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { clearAttempts, countAttempt } from '../../../platform/attempts.ts';
import {
  buildAuthenticatorUri,
  findStep,
  createRecoveryCodes,
  createSecret,
} from '../../../platform/authenticator.ts';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { seal, unseal } from '../../../platform/keys.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { alertOwner } from '../alerts/service.ts';
import { hasSecondFactor } from '../login/rules.ts';
import { buildPasskeyCreation, readNewPasskey } from '../passkeys/service.ts';
import {
  deleteAuthenticator,
  deletePasskey,
  findAuthenticator,
  findFactors,
  listPasskeys,
  insertPasskey,
  lockAuthenticator,
  replaceRecoveryCodes,
  saveAuthenticator,
  savePasskeyRegistration,
  takePasskeyRegistration,
  markAuthenticatorStepUsed,
  spendRecoveryCode,
} from './store.ts';
import { getUserById } from '../store.ts';
import { LIMITS } from '../limits.ts';

/** The use under which secrets of users' authenticator apps are sealed. */
export const SEALED_FOR = 'authenticator';
/** How long a browser may take to answer the registration options. */
const PASSKEY_REGISTRATION_MS = 10 * 60_000;

export async function readSecondFactors(deps: Deps, userId: number): Promise<Outcome<SecondFactors>> {
  const [authenticator, passkeys, factors] = await Promise.all([
    findAuthenticator(deps.db, userId),
    listPasskeys(deps.db, userId),
    findFactors(deps.db, userId),
  ]);
  const setAt = authenticator?.set_at ?? null;
  return done({
    authenticator: setAt && { setAt: setAt.toISOString() },
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at.toISOString(),
      lastUsedAt: passkey.last_used_at?.toISOString() ?? null,
    })),
    recoveryCodesLeft: factors.recoveryCodes,
  });
}

/** Creates a new secret each time, until a code has confirmed one. */
export function beginAuthenticator(deps: Deps, userId: number): Promise<Outcome<NewAuthenticator>> {
  const secret = createSecret();
  return inTx(deps.db, async (tx): Promise<Outcome<NewAuthenticator>> => {
    const existing = await lockAuthenticator(tx, userId);
    if (existing?.set_at) return refuse('conflict', 'identity.authenticator_exists');
    await saveAuthenticator(tx, userId, seal(deps.keyring, SEALED_FOR, secret));
    const { email } = await getUserById(tx, userId);
    return done({ secret, uri: buildAuthenticatorUri(secret, email) });
  });
}

/** The first code proves that the app has the secret. Returns recovery codes if the user had none. */
export async function setAuthenticator(deps: Deps, userId: number, code: string): Promise<Outcome<string[]>> {
  const now = deps.ports.clock.now();
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.authenticator_code_user), String(userId), now),
  );
  if (!counted.ok) return counted;
  return inTx(deps.db, async (tx): Promise<Outcome<string[]>> => {
    const authenticator = await lockAuthenticator(tx, userId);
    if (!authenticator) return refuse('conflict', 'identity.authenticator_missing');
    if (authenticator.set_at) return refuse('conflict', 'identity.authenticator_exists');
    if (!(await takeAuthenticatorCode(deps, tx, userId, code)))
      return refuseField('code', 'identity.authenticator_code_wrong');
    await clearAttempts(tx, deps.config.limits.get(LIMITS.authenticator_code_user), String(userId));
    await recordSecurityEvent(tx, { kind: 'authenticator_added', userId }, now);
    await alertOwner(tx, { userId, kind: 'second_factor_changed' }, now);
    return done(await createFirstRecoveryCodes(tx, userId));
  });
}

/** Whether the code is of the user's app and newer than the last one used; if so, marks it used. */
export async function takeAuthenticatorCode(
  deps: Deps,
  tx: Tx,
  userId: number,
  code: string,
): Promise<boolean> {
  const now = deps.ports.clock.now();
  const authenticator = await lockAuthenticator(tx, userId);
  if (!authenticator) return false;
  const secret = unseal(deps.keyring, SEALED_FOR, authenticator.secret);
  // No key opens it any more: only recovery codes and passkeys are left.
  if (secret === null) return false;
  const step = findStep(secret, code, now);
  if (step === null || step <= authenticator.last_step) return false;
  await markAuthenticatorStepUsed(tx, userId, step, now);
  return true;
}

/** Whether it is an unused recovery code; if so, marks it used. */
export async function takeRecoveryCode(deps: Deps, tx: Tx, userId: number, code: string): Promise<boolean> {
  const now = deps.ports.clock.now();
  if (!(await spendRecoveryCode(tx, userId, code, now))) return false;
  await recordSecurityEvent(tx, { kind: 'recovery_code_used', userId }, now);
  return true;
}

export function removeAuthenticator(deps: Deps, userId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    if (await deleteAuthenticator(tx, userId)) await finishRemoval(deps, tx, userId, 'authenticator_removed');
    return done(null);
  });
}

export async function beginPasskey(deps: Deps, userId: number): Promise<Outcome<string>> {
  const now = deps.ports.clock.now();
  const [user, passkeys] = await Promise.all([getUserById(deps.db, userId), listPasskeys(deps.db, userId)]);
  if (passkeys.length >= PASSKEYS_MAX)
    return refuse('conflict', 'identity.passkeys_full', { values: { maximum: PASSKEYS_MAX } });
  const name = `${user.first_name} ${user.last_name}`.trim();
  const { challenge, options } = await buildPasskeyCreation(
    deps.config,
    { id: user.id, email: user.email, name },
    passkeys,
  );
  const expiresAt = new Date(now.getTime() + PASSKEY_REGISTRATION_MS);
  await inTx(deps.db, (tx) => savePasskeyRegistration(tx, { userId, challenge, expiresAt }));
  return done(options);
}

/** Returns recovery codes if the user had none. */
export async function addPasskey(
  deps: Deps,
  userId: number,
  form: { name: string; passkey: string },
): Promise<Outcome<string[]>> {
  const now = deps.ports.clock.now();
  const challenge = await inTx(deps.db, (tx) => takePasskeyRegistration(tx, userId, now));
  const passkey = challenge === null ? null : await readNewPasskey(deps.config, challenge, form.passkey);
  if (!passkey) return refuse('invalid', 'identity.passkey_failed');
  return inTx(deps.db, async (tx): Promise<Outcome<string[]>> => {
    if (!(await insertPasskey(tx, { ...passkey, user_id: userId, name: form.name, created_at: now })))
      return refuse('conflict', 'identity.passkey_exists');
    await recordSecurityEvent(tx, { kind: 'passkey_added', userId, details: { name: form.name } }, now);
    await alertOwner(tx, { userId, kind: 'second_factor_changed' }, now);
    return done(await createFirstRecoveryCodes(tx, userId));
  });
}

export function removePasskey(deps: Deps, userId: number, passkeyId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    if (!(await deletePasskey(tx, userId, passkeyId))) return refuse('not_found', 'identity.passkey_unknown');
    await finishRemoval(deps, tx, userId, 'passkey_removed');
    return done(null);
  });
}

export function renewRecoveryCodes(deps: Deps, userId: number): Promise<Outcome<string[]>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<string[]>> => {
    if (!hasSecondFactor(await findFactors(tx, userId)))
      return refuse('conflict', 'identity.no_second_factor');
    await recordSecurityEvent(tx, { kind: 'recovery_codes_renewed', userId }, now);
    await alertOwner(tx, { userId, kind: 'second_factor_changed' }, now);
    return done(await replaceOwnRecoveryCodes(tx, userId));
  });
}

async function createFirstRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const { recoveryCodes } = await findFactors(tx, userId);
  return recoveryCodes > 0 ? [] : replaceOwnRecoveryCodes(tx, userId);
}

async function replaceOwnRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  await replaceRecoveryCodes(tx, userId, codes);
  return codes;
}

/** Deletes the recovery codes with the last factor: alone, they would be a factor that nobody knows about. */
async function finishRemoval(
  deps: Deps,
  tx: Tx,
  userId: number,
  kind: 'authenticator_removed' | 'passkey_removed',
): Promise<void> {
  const now = deps.ports.clock.now();
  await recordSecurityEvent(tx, { kind, userId }, now);
  await alertOwner(tx, { userId, kind: 'second_factor_changed' }, now);
  if (!hasSecondFactor(await findFactors(tx, userId))) await replaceRecoveryCodes(tx, userId, []);
  await publish(tx, { users: [userId], topic: 'identity', id: userId });
}

/** For a user who has lost all factors. Returns whether there were any. */
export async function removeSecondFactors(tx: Tx, userId: number): Promise<boolean> {
  const hadSecondFactor = hasSecondFactor(await findFactors(tx, userId));
  await deleteAuthenticator(tx, userId);
  await tx.deleteFrom('passkey').where('user_id', '=', userId).execute();
  await replaceRecoveryCodes(tx, userId, []);
  return hadSecondFactor;
}
