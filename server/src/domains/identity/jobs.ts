import type { OtpChannel } from '@fws/contract/identity/model';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { numberIn, textIn, type Tasks } from '../../platform/jobs/index.ts';
import { translate } from '../../platform/messages.ts';
import { serverSecret } from '../../platform/secret.ts';
import { liveOtp } from './otp-store.ts';
import { otpCode } from './rules.ts';
import { userById } from './store.ts';

const DAY = 24 * 3600_000;

export function tasks(deps: Deps): Tasks {
  const secret = serverSecret(deps.config);
  return {
    async send_otp(payload) {
      const channel: OtpChannel = textIn(payload, 'channel') === 'email' ? 'email' : 'mobile';
      await sendCode(deps, secret, numberIn(payload, 'userId'), channel);
    },
    async forget_old_sign_ins() {
      const now = deps.ports.clock.now();
      const dayAgo = new Date(now.getTime() - DAY);
      await inTx(deps.db, async (tx) => {
        await tx.deleteFrom('session').where('expires_at', '<', now).execute();
        await tx.deleteFrom('otp').where('expires_at', '<', dayAgo).execute();
        await tx.deleteFrom('attempt_counter').where('window_start', '<', dayAgo).execute();
      });
    },
  };
}

/** Sends the code that counts now; none is left when it was used or has run out meanwhile. */
async function sendCode(deps: Deps, secret: Buffer, userId: number, channel: OtpChannel): Promise<void> {
  const user = await userById(deps.db, userId);
  const otp = await liveOtp(deps.db, { channel, address: user[channel] }, deps.ports.clock.now());
  if (!otp) return;
  const code = otpCode(secret, otp);
  const text = translate(user.locale, 'identity.otp_sms', { code });
  if (channel === 'email') {
    const subject = translate(user.locale, 'identity.otp_mail_subject', { code });
    await deps.ports.mail.send({ to: otp.address, subject, text });
    return;
  }
  // The last line lets the phone's browser fill the code in, on this site only.
  const { hostname } = new URL(deps.config.publicUrl);
  await deps.ports.sms.send({
    to: otp.address,
    templateId: 'otp',
    locale: user.locale,
    text: `${text}\n@${hostname} #${code}`,
    values: { code },
  });
}
