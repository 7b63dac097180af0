import type { CurrentUser } from '@fws/contract/identity/schemas';
import { countAttempt } from '../../../platform/attempts.ts';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { recordSignals } from '../../links/index.ts';
import { alertOwner } from '../alerts/service.ts';
import { planBrowser } from '../sessions/rules.ts';
import type { Client } from '../login/client.ts';
import { rememberDevice } from '../devices/store.ts';
import type { Proof } from '../login/rules.ts';
import { toDeviceName } from '../rules.ts';
import { createSession, endSession } from '../sessions/store.ts';
import { setLocale, toCurrentUser, toLimitedUser, type UserRow } from '../store.ts';
import { LIMITS } from '../limits.ts';

export interface SignedIn {
  user: CurrentUser;
  token: string;
  /** For a browser that has no device cookie yet. */
  deviceToken: string | null;
  /** A new token for the browser, which all its accounts share. */
  browserToken: string | null;
}

/** What was given besides the password, Google or Facebook, and when this device last gave one. */
interface GivenProof {
  proof: Proof;
  /** Of a browser that needed no proof this time. */
  deviceConfirmedAt: Date | null;
}

/** Signs a user in and records the device. */
export async function openSession(
  deps: Deps,
  tx: Tx,
  user: UserRow,
  client: Client,
  { proof, deviceConfirmedAt }: GivenProof,
): Promise<SignedIn> {
  const now = deps.ports.clock.now();
  await setLocale(tx, user.id, client.locale);
  const device = await rememberDevice(tx, user.id, client, proof !== 'none', now);
  await recordSecurityEvent(tx, { kind: 'logged_in', userId: user.id, details: { proof } }, now);
  if (device.isAnother) await alertNewDevice(deps, tx, user.id, now);
  const provenAt = proof === 'none' ? deviceConfirmedAt : now;
  const session = await startSession(tx, deps, user.id, client, now, {
    confirmed: proof === 'code',
    provenAt,
  });
  const isLimited = provenAt === null && user.mobile_verified_at !== null;
  return {
    user: isLimited ? toLimitedUser(user) : toCurrentUser(user),
    ...session,
    deviceToken: device.token,
  };
}

/** Limited, because each alert costs a text message and anyone with the password can pose as many devices. */
async function alertNewDevice(deps: Deps, tx: Tx, userId: number, now: Date): Promise<void> {
  const counted = await countAttempt(
    tx,
    deps.config.limits.get(LIMITS.device_alert_user),
    String(userId),
    now,
  );
  if (counted.ok) await alertOwner(tx, { userId, kind: 'new_device' }, now);
}

/** `confirmed`: a code to the mobile number was given just now. `provenAt`: when this device was last proven. */
export async function startSession(
  tx: Tx,
  deps: Deps,
  userId: number,
  client: Client,
  now: Date,
  proof: { confirmed: boolean; provenAt: Date | null } = { confirmed: false, provenAt: null },
): Promise<Pick<SignedIn, 'token' | 'browserToken'>> {
  if (client.formerSessionId !== null) await endSession(tx, client.formerSessionId);
  const { sessionMs: ttlMs } = deps.config;
  const device = toDeviceName(client.userAgent);
  const token = await createSession(tx, { userId, now, ttlMs, client: client.kind, device, ...proof });
  return { token, browserToken: await recordClient(tx, deps, userId, client, now) };
}

/** Records what this account shares with others: its browser and its address. Returns a new token for the browser. */
async function recordClient(
  tx: Tx,
  deps: Deps,
  userId: number,
  client: Client,
  now: Date,
): Promise<string | null> {
  // Other clients have no token that their accounts would share.
  const browser = client.kind === 'web' ? planBrowser(client.browserToken, now) : { values: [], issue: null };
  await recordSignals(deps, tx, userId, [
    ...browser.values.map((value) => ({ kind: 'device' as const, value })),
    { kind: 'address', value: client.addressKey },
  ]);
  return browser.issue;
}
