import type { OtpChannel } from '@fws/contract/identity/model';
import { otpText } from '@fws/contract/identity/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import type { Caller } from '../../../platform/caller.ts';
import { commitRefusal, inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import type { Client } from '../login/client.ts';
import { rememberDevice } from '../devices/store.ts';
import { countLoginCode, toLoginSource } from '../login-attempts/service.ts';
import { changeContact, refuseTaken, toTakenRefusal } from '../contact-change/service.ts';
import { lockForProof, takeFromOthers, type Contact } from '../contact-proof/service.ts';
import { issueOtp, spendOtp } from '../otp/service.ts';
import { findLastSentAt, findRequestedChange } from '../otp/store.ts';
import { mayConfirmByOtp } from '../policy.ts';
import { calculateResendSeconds, toLoginAddress, toVerifyAddress, type OtpAddress } from '../rules.ts';
import { confirmSession, confirmSessionInPlace } from '../sessions/store.ts';
import { setContactVerified, getUserById, type UserRow } from '../store.ts';

/** A session and its user. */
export interface SessionHolder {
  userId: number;
  sessionId: number;
}

interface VerifyingSession extends SessionHolder, Pick<Caller, 'scope'> {
  /** The session gets a new token when its device is proven. */
  renewsToken: boolean;
}

export interface Verified {
  became: 'verified' | 'changed';
  /** For a browser that has no device cookie yet. */
  deviceToken: string | null;
  /** The new token of the session. */
  token: string | null;
}

const isOwn = (user: UserRow, { channel, address }: Contact): boolean => user[channel] === address;
const refuseNotYours = (channel: OtpChannel) => refuseField(channel, 'identity.otp_not_yours');

/**
 * Sends codes only to the caller's own contacts and to the one that they requested to change to. A limited session has a
 * code of its own, so that somebody who knows the password cannot use up the owner's codes.
 */
export function sendOtp(
  deps: Deps,
  { userId, scope }: Pick<Caller, 'userId' | 'scope'>,
  contact: Contact,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const user = await getUserById(tx, userId);
    if (isOwn(user, contact)) {
      const isOwner = user[`${contact.channel}_verified_at`] !== null;
      return issueOtp(deps, tx, toOwnAddress(user, contact, scope), userId, now, isOwner);
    }
    const change = scope === 'full' ? await findRequestedChange(tx, userId, contact.channel) : null;
    return change?.address === contact.address
      ? issueOtp(deps, tx, change, userId, now)
      : refuseNotYours(contact.channel);
  });
}

const toOwnAddress = (user: UserRow, contact: Contact, scope: Caller['scope']): OtpAddress =>
  scope === 'limited' && contact.channel === 'mobile'
    ? toLoginAddress(user)
    : toVerifyAddress(user.id, contact);

/**
 * Verifies a contact by its code. A code to the mobile number also proves the device, so that its session is full from
 * then on, and sends the code for the e-mail.
 */
export async function verifyContact(
  deps: Deps,
  session: VerifyingSession,
  contact: Contact,
  otp: string,
  client: Client,
): Promise<Outcome<Verified>> {
  const now = deps.ports.clock.now();
  try {
    return await inTx(deps.db, async (tx) => {
      const user = await getUserById(tx, session.userId);
      const became = isOwn(user, contact)
        ? await verifyOwn(deps, tx, { user, contact, otp, scope: session.scope, client })
        : await changeToNew(deps, tx, { user, contact, otp, scope: session.scope });
      if (!became.ok) return became;
      if (contact.channel === 'email') return done({ became: became.value, deviceToken: null, token: null });
      const device = await rememberDevice(tx, user.id, client, true, now);
      return done({
        became: became.value,
        deviceToken: device.token,
        token: session.renewsToken
          ? await confirmSession(tx, session.sessionId, now)
          : (await confirmSessionInPlace(tx, session.sessionId, now), null),
      });
    });
  } catch (error) {
    const taken = toTakenRefusal(error, contact.channel);
    if (taken) return taken;
    throw error;
  }
}

interface Verification {
  user: UserRow;
  contact: Contact;
  otp: string;
  scope: Caller['scope'];
}

async function verifyOwn(
  deps: Deps,
  tx: Tx,
  { user, contact, otp, scope, client }: Verification & { client: Client },
): Promise<Outcome<'verified'>> {
  const now = deps.ports.clock.now();
  const { channel } = contact;
  const address = toOwnAddress(user, contact, scope);
  const isNew = user[`${channel}_verified_at`] === null;
  // Accounts are locked before codes: the first prover deletes the codes of the others.
  const isFree = !isNew || (await lockForProof(tx, user.id, contact));
  const spent =
    address.purpose === 'login'
      ? await spendLoginCode(deps, tx, { user, address, otp, client })
      : await spendOtp(tx, deps.keyring, address, otp, now);
  if (!spent.ok) return spent;
  if (!isFree) return commitRefusal(refuseTaken(channel));
  if (isNew) {
    await setContactVerified(tx, user.id, channel, now);
    await takeFromOthers(tx, user.id, contact);
  }
  await recordSecurityEvent(tx, { kind: isNew ? `${channel}_verified` : 'step_up', userId: user.id }, now);
  if (channel === 'mobile' && !user.email_verified_at)
    await issueOtp(
      deps,
      tx,
      toVerifyAddress(user.id, { channel: 'email', address: user.email }),
      user.id,
      now,
    );
  return done('verified');
}

/** Counted like the codes of other logins: whoever knows the password guesses here. */
async function spendLoginCode(
  deps: Deps,
  tx: Tx,
  { user, address, otp, client }: { user: UserRow; address: OtpAddress; otp: string; client: Client },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const source = toLoginSource(user, null, client, '');
  const counted = await countLoginCode(tx, deps.config.limits, source, now);
  if (!counted.ok) return counted;
  const spent = await spendOtp(tx, deps.keyring, address, otp, now);
  if (spent.ok) await counted.value.forgive(tx);
  else await recordSecurityEvent(tx, { kind: 'login_code_failed', userId: user.id }, now);
  return spent;
}

async function changeToNew(
  deps: Deps,
  tx: Tx,
  { user, contact, otp, scope }: Verification,
): Promise<Outcome<'changed'>> {
  const change = scope === 'full' ? await findRequestedChange(tx, user.id, contact.channel) : null;
  if (change?.address !== contact.address) return refuseNotYours(contact.channel);
  return changeContact(tx, deps.keyring, change, otp, deps.ports.clock.now());
}

/** Proves with a code to the mobile number that the caller is the owner, before money or the account can be taken. */
export function confirmByOtp(
  deps: Deps,
  holder: SessionHolder,
  given: string,
): Promise<Outcome<{ token: string }>> {
  const now = deps.ports.clock.now();
  const otp = z.safeParse(otpText, given);
  if (!otp.success) return Promise.resolve(refuseField('otp', 'identity.otp_invalid'));
  return inTx(deps.db, async (tx) => {
    const user = await getUserById(tx, holder.userId);
    const ability = mayConfirmByOtp(user);
    if (!ability.allowed) return refuse('forbidden', ability.reason);
    const ownAddress = toVerifyAddress(holder.userId, { channel: 'mobile', address: user.mobile });
    const spent = await spendOtp(tx, deps.keyring, ownAddress, otp.data, now);
    const kind = spent.ok ? 'step_up' : 'step_up_failed';
    await recordSecurityEvent(tx, { kind, userId: holder.userId }, now);
    return spent.ok ? done({ token: await confirmSession(tx, holder.sessionId, now) }) : spent;
  });
}

/** Whole seconds until another code to the mobile number may be requested; 0: now. */
export async function findCodeWait({ db, ports }: Deps, userId: number): Promise<number> {
  const { mobile } = await getUserById(db, userId);
  const sentAt = await findLastSentAt(db, toVerifyAddress(userId, { channel: 'mobile', address: mobile }));
  return calculateResendSeconds(sentAt, ports.clock.now());
}
