import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  defineTasks,
  noPayload,
  type Payloads,
  type TaskPriorities,
  type TaskMap,
  type Tasks,
} from '../../platform/queue/index.ts';
import { translate } from '../../platform/messages.ts';
import { deleteExpiredRows, RETENTION } from '../../platform/retention.ts';
import { CONTACT_RETENTION_MS } from './alerts/rules.ts';
import { clearAlertContacts } from './alerts/store.ts';
import {
  findOtherOwner,
  tellContactLost,
  tellContactOwner,
  tellEmailOwner,
} from './contact-proof/service.ts';
import { toLoginOtp } from './login-challenge/service.ts';
import { findChallengeById } from './login-challenge/store.ts';
import { removeLostFactors } from './lost-factors/service.ts';
import { findRequestedChange, findLiveOtp } from './otp/store.ts';
import { deriveOtpCode, toLoginAddress, toVerifyAddress, toResetAddress, type OtpAddress } from './rules.ts';
import { rollSecurityLog } from './security-log/service.ts';
import { getUserById, type UserRow } from './store.ts';

const payloads = {
  /** Without a user: a password reset was requested for a contact without an account. */
  send_otp: z.object({
    userId: z.nullable(z.int()),
    channel: z.enum(['mobile', 'email']),
    purpose: z.enum(['verify', 'reset', 'change', 'login']),
  }),
  send_login_code: z.object({ challengeId: z.int() }),
  tell_email_owner: z.object({ userId: z.int() }),
  tell_contact_lost: z.object({
    userId: z.int(),
    channel: z.enum(['mobile', 'email']),
    address: z.string(),
  }),
  remove_lost_factors: z.object({ alertId: z.int() }),
  roll_security_log: noPayload,
  notify_suspension: z.object({
    userId: z.int(),
    what: z.enum(['suspended', 'restored']),
    reason: z.string(),
  }),
  delete_expired_sign_ins: noPayload,
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** Somebody waits for a code. */
export const taskPriorities: TaskPriorities = { send_otp: 'first', send_login_code: 'first' };

export function tasks(deps: Deps): Tasks {
  return defineTasks(payloads, {
    async send_otp(payload) {
      if (payload.userId === null) return;
      const user = await getUserById(deps.db, payload.userId);
      await sendCode(deps, user, await findOtpAddress(deps, payload, user));
    },
    async send_login_code({ challengeId }) {
      const challenge = await findChallengeById(deps.db, challengeId, deps.ports.clock.now());
      if (!challenge) return;
      const user = await getUserById(deps.db, challenge.user_id);
      await sendBySms(
        deps,
        user,
        user.mobile,
        deriveOtpCode(deps.keyring.current, toLoginOtp(challenge, user.mobile)),
      );
    },
    tell_email_owner: ({ userId }) => tellEmailOwner(deps, userId),
    tell_contact_lost: (proof) => tellContactLost(deps, proof),
    remove_lost_factors: ({ alertId }) => removeLostFactors(deps, alertId),
    async roll_security_log() {
      await rollSecurityLog(deps.db, deps.ports.clock.now());
    },
    async notify_suspension({ userId, what: event, reason }) {
      const user = await getUserById(deps.db, userId);
      const values = { reason, contact: deps.config.mailFrom };
      const subject = translate(user.locale, `identity.${event}_subject`);
      const text = translate(user.locale, `identity.told_${event}`, values);
      await deps.ports.mail.send({ to: user.email, subject, text });
    },
    async delete_expired_sign_ins() {
      const now = deps.ports.clock.now();
      await deleteExpiredRows(deps.db, RETENTION.signIns, now);
      await inTx(deps.db, (tx) => clearAlertContacts(tx, new Date(now.getTime() - CONTACT_RETENTION_MS)));
    },
  });
}

/** Returns the address of the code to send; null when there is none any more. */
async function findOtpAddress(
  deps: Deps,
  { channel, purpose }: TaskMap['send_otp'],
  user: UserRow,
): Promise<OtpAddress | null> {
  switch (purpose) {
    case 'change':
      return findRequestedChange(deps.db, user.id, channel);
    case 'login':
      return toLoginAddress(user);
    case 'reset':
      return toResetAddress(channel === 'email' ? { email: user.email } : { mobile: user.mobile });
    case 'verify':
      return toVerifyAddress(user.id, { channel, address: user[channel] });
  }
}

/** Sends the current code; nothing when it was used or has expired meanwhile. */
async function sendCode(deps: Deps, user: UserRow, otpAddress: OtpAddress | null): Promise<void> {
  const otp = otpAddress && (await findLiveOtp(deps.db, otpAddress, deps.ports.clock.now()));
  if (!otp) return;
  const to = otp.purpose === 'change' ? otp.address : user[otp.channel];
  if (otp.purpose === 'verify' || otp.purpose === 'change') {
    const contact = { channel: otp.channel, address: to };
    const owner = await findOtherOwner(deps.db, user.id, contact);
    // The code would prove nothing. Whoever asked for it was answered as if it had been sent.
    if (owner) return tellContactOwner(deps, owner, contact);
  }
  const code = deriveOtpCode(deps.keyring.current, otp);
  if (otp.channel === 'email') {
    const text = translate(user.locale, 'identity.otp_sms', { code });
    const subject = translate(user.locale, 'identity.otp_mail_subject', { code });
    await deps.ports.mail.send({ to, subject, text });
    return;
  }
  await sendBySms(deps, user, to, code);
}

/** The last line lets the phone's browser autofill the code, on this site only. */
async function sendBySms(deps: Deps, user: UserRow, to: string, code: string): Promise<void> {
  const text = translate(user.locale, 'identity.otp_sms', { code });
  const { hostname } = new URL(deps.config.publicUrl);
  await deps.ports.sms.send({
    to,
    template: 'otp',
    locale: user.locale,
    text: `${text}\n@${hostname} #${code}`,
    values: [code],
    reference: randomUUID(),
  });
}
