import type { OtpChannel } from '@fws/contract/identity/model';
import { otpText } from '@fws/contract/identity/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { recordSecurityEvent } from '../../platform/security-log.ts';
import type { Client } from './client.ts';
import { rememberDevice } from './devices.ts';
import { changeContact, toTakenRefusal } from './contact-change.ts';
import { issueOtp, spendOtp } from './otp.ts';
import { findRequestedChange } from './otp-store.ts';
import { toVerifyAddress } from './rules.ts';
import { confirmSession } from './sessions.ts';
import { setContactVerified, getUserById, type UserRow } from './store.ts';

/** A contact as the caller wrote it. */
export interface Contact {
  channel: OtpChannel;
  address: string;
}

/** A session and its user. */
export interface SessionHolder {
  userId: number;
  sessionId: number;
}

const isOwn = (user: UserRow, { channel, address }: Contact): boolean => user[channel] === address;
const refuseNotYours = (channel: OtpChannel) => refuseField(channel, 'identity.otp_not_yours');

/** Sends codes only to the caller's own contacts and to the one that they requested to change to. */
export function sendOtp(deps: Deps, userId: number, contact: Contact): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    if (isOwn(await getUserById(tx, userId), contact))
      return issueOtp(deps, tx, toVerifyAddress(contact), userId, now);
    const change = await findRequestedChange(tx, userId, contact.channel);
    return change?.address === contact.address
      ? issueOtp(deps, tx, change, userId, now)
      : refuseNotYours(contact.channel);
  });
}

/** Verifying the mobile number also records the browser as known and sends the code for the e-mail. */
export async function verifyContact(
  deps: Deps,
  holder: SessionHolder,
  contact: Contact,
  otp: string,
  client: Client,
): Promise<Outcome<{ became: 'verified' | 'changed'; deviceToken: string | null }>> {
  const now = deps.ports.clock.now();
  try {
    return await inTx(deps.db, async (tx) => {
      const user = await getUserById(tx, holder.userId);
      if (!isOwn(user, contact)) {
        const change = await findRequestedChange(tx, user.id, contact.channel);
        if (change?.address !== contact.address) return refuseNotYours(contact.channel);
        const changed = await changeContact(tx, deps.keyring, change, otp, now);
        return changed.ok ? done({ became: changed.value, deviceToken: null }) : changed;
      }
      const spent = await spendOtp(tx, deps.keyring, toVerifyAddress(contact), otp, now);
      if (!spent.ok) return spent;
      await setContactVerified(tx, user.id, contact.channel, now);
      await recordSecurityEvent(tx, { kind: `${contact.channel}_verified`, userId: user.id }, now);
      if (contact.channel === 'mobile' && !user.email_verified_at)
        await issueOtp(deps, tx, toVerifyAddress({ channel: 'email', address: user.email }), user.id, now);
      if (contact.channel === 'email') return done({ became: 'verified', deviceToken: null });
      const { token } = await rememberDevice(tx, user.id, client, true, now);
      return done({ became: 'verified', deviceToken: token });
    });
  } catch (error) {
    const taken = toTakenRefusal(error, contact.channel);
    if (taken) return taken;
    throw error;
  }
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
    const { mobile, mobile_verified_at: verifiedAt } = await getUserById(tx, holder.userId);
    if (verifiedAt === null) return refuse('forbidden', 'identity.mobile_not_verified');
    const ownAddress = toVerifyAddress({ channel: 'mobile', address: mobile });
    const spent = await spendOtp(tx, deps.keyring, ownAddress, otp.data, now);
    const kind = spent.ok ? 'step_up' : 'step_up_failed';
    await recordSecurityEvent(tx, { kind, userId: holder.userId }, now);
    return spent.ok ? done({ token: await confirmSession(tx, holder.sessionId, now) }) : spent;
  });
}
