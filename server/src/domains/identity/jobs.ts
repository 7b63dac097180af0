import type { OtpChannel } from '@fws/contract/identity/model';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { numberIn, textIn, type JobPayload, type Tasks } from '../../platform/jobs/index.ts';
import { translate } from '../../platform/messages.ts';
import { alertTasks } from './alerts-messages.ts';
import { CONTACTS_KEPT_MS } from './alerts-rules.ts';
import { forgetAlertContacts } from './alerts-store.ts';
import { toLoginOtp } from './login-challenge.ts';
import { findChallengeById } from './login-store.ts';
import { askedChange, liveOtp } from './otp-store.ts';
import { otpCode, ownContact, resetAddress, type OtpAddress } from './rules.ts';
import { rollSecurityLog } from './security-events.ts';
import { userById, type UserRow } from './store.ts';

const DAY = 24 * 3600_000;
/** A device that was not used for this long counts as new when it returns. */
const DEVICE_KEPT_DAYS = 90;

export function tasks(deps: Deps): Tasks {
  return {
    ...alertTasks(deps),
    async send_otp(payload) {
      // A password reset was requested for a contact without an account.
      if (payload['userId'] === null) return;
      const user = await userById(deps.db, numberIn(payload, 'userId'));
      await sendCode(deps, user, await addressOf(deps, payload, user));
    },
    async send_login_code(payload) {
      const challenge = await findChallengeById(
        deps.db,
        numberIn(payload, 'challengeId'),
        deps.ports.clock.now(),
      );
      if (!challenge) return;
      const user = await userById(deps.db, challenge.user_id);
      await sendBySms(
        deps,
        user,
        user.mobile,
        otpCode(deps.keyring.current, toLoginOtp(challenge, user.mobile)),
      );
    },
    async roll_security_log() {
      await rollSecurityLog(deps.db, deps.ports.clock.now());
    },
    async tell_suspension(payload) {
      const user = await userById(deps.db, numberIn(payload, 'userId'));
      const what = textIn(payload, 'what') === 'suspended' ? 'suspended' : 'restored';
      const values = { reason: textIn(payload, 'reason'), contact: deps.config.mailFrom };
      const subject = translate(user.locale, `identity.${what}_subject`);
      const text = translate(user.locale, `identity.told_${what}`, values);
      await deps.ports.mail.send({ to: user.email, subject, text });
    },
    async forget_old_sign_ins() {
      const now = deps.ports.clock.now();
      const dayAgo = new Date(now.getTime() - DAY);
      await inTx(deps.db, async (tx) => {
        await tx.deleteFrom('session').where('expires_at', '<', now).execute();
        await tx.deleteFrom('otp').where('expires_at', '<', dayAgo).execute();
        await tx.deleteFrom('attempt_counter').where('window_start', '<', dayAgo).execute();
        await tx.deleteFrom('social_attempt').where('expires_at', '<', now).execute();
        await tx.deleteFrom('social_ticket').where('expires_at', '<', now).execute();
        await tx.deleteFrom('login_challenge').where('expires_at', '<', now).execute();
        await tx.deleteFrom('passkey_registration').where('expires_at', '<', now).execute();
        const unusedSince = new Date(now.getTime() - DEVICE_KEPT_DAYS * DAY);
        await tx.deleteFrom('known_device').where('seen_at', '<', unusedSince).execute();
        await forgetAlertContacts(tx, new Date(now.getTime() - CONTACTS_KEPT_MS));
      });
    },
  };
}

/** Returns the address of the code to send; null when there is none any more. */
async function addressOf(deps: Deps, payload: JobPayload, user: UserRow): Promise<OtpAddress | null> {
  const channel: OtpChannel = textIn(payload, 'channel') === 'email' ? 'email' : 'mobile';
  switch (textIn(payload, 'purpose')) {
    case 'change':
      return askedChange(deps.db, user.id, channel);
    case 'login':
      return { purpose: 'login', channel: 'mobile', address: user.mobile, user_id: user.id };
    case 'reset':
      return resetAddress(channel === 'email' ? { email: user.email } : { mobile: user.mobile });
    default:
      return ownContact({ channel, address: user[channel] });
  }
}

/** Sends the current code; nothing when it was used or has expired meanwhile. */
async function sendCode(deps: Deps, user: UserRow, at: OtpAddress | null): Promise<void> {
  const otp = at && (await liveOtp(deps.db, at, deps.ports.clock.now()));
  if (!otp) return;
  const to = otp.purpose === 'change' ? otp.address : user[otp.channel];
  const code = otpCode(deps.keyring.current, otp);
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
    templateId: 'otp',
    locale: user.locale,
    text: `${text}\n@${hostname} #${code}`,
    values: { code },
  });
}
