import type { OtpChannel } from '@fws/contract/identity/model';
import { otpText } from '@fws/contract/identity/schemas';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { issueOtp, spendOtp } from './otp.ts';
import { confirmSession } from './sessions.ts';
import { setContactVerified, userById, type UserRow } from './store.ts';

/** A contact as the caller named it. */
export interface Contact {
  channel: OtpChannel;
  address: string;
}

/** Whose session it is. */
interface Holder {
  userId: number;
  sessionKey: string;
}

const isOwn = (user: UserRow, { channel, address }: Contact): boolean => user[channel] === address;
const notYours = (channel: OtpChannel) => refuseField(channel, 'identity.otp_not_yours');

/** Codes go to the caller's own contacts and nowhere else. */
export function sendOtp(deps: Deps, userId: number, contact: Contact): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    if (!isOwn(await userById(tx, userId), contact)) return notYours(contact.channel);
    return issueOtp(tx, { ...contact, userId }, now);
  });
}

/** Once the mobile number is verified, the code for the e-mail is sent by itself. */
export function verifyContact(
  deps: Deps,
  secret: Buffer,
  holder: Holder,
  contact: Contact,
  otp: string,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx) => {
    const user = await userById(tx, holder.userId);
    if (!isOwn(user, contact)) return notYours(contact.channel);
    const spent = await spendOtp(tx, secret, contact, otp, now);
    if (!spent.ok) return spent;
    await setContactVerified(tx, user.id, contact.channel, now);
    if (contact.channel === 'mobile') {
      await confirmSession(tx, holder.sessionKey, now);
      if (!user.email_verified_at)
        await issueOtp(tx, { userId: user.id, channel: 'email', address: user.email }, now);
    }
    return done(null);
  });
}

/** A code to the mobile, given again before money leaves. */
export function confirmByOtp(
  deps: Deps,
  secret: Buffer,
  holder: Holder,
  given: string,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const otp = z.safeParse(otpText, given);
  if (!otp.success) return Promise.resolve(refuseField('otp', 'identity.otp_invalid'));
  return inTx(deps.db, async (tx) => {
    const { mobile } = await userById(tx, holder.userId);
    const spent = await spendOtp(tx, secret, { channel: 'mobile', address: mobile }, otp.data, now);
    if (spent.ok) await confirmSession(tx, holder.sessionKey, now);
    return spent;
  });
}
