import { STEP_UP_MS } from '@fws/contract/identity/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, type MessageValues, type Outcome } from '@fws/contract/platform/refusal';
import type { Caller } from '../caller.ts';
import type { Context } from './route.ts';

/** `at`: when the caller gave a code, or another factor. */
const isRecent = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() <= STEP_UP_MS;

/** Whether a code, a passkey or an authenticator app proved this device within STEP_UP_MS. Enough for what moves no money. */
export const isJustProven = ({ provenAt }: Pick<Caller, 'provenAt'>, now: Date): boolean =>
  isRecent(provenAt, now);

/**
 * Requires a recent one-time code: either confirmed in this session within STEP_UP_MS, or sent with this call. The message
 * gets the seconds until a new code can be requested.
 */
export async function requireRecentOtp(
  context: Context & { caller: Caller },
  otp: string,
  now: Date,
  askFor: SharedMessageId,
  values: MessageValues = {},
): Promise<Outcome<null>> {
  if (isRecent(context.caller.confirmedAt, now)) return done(null);
  if (otp === '') {
    const seconds = await context.findCodeWait();
    return refuse('forbidden', askFor, { stepUp: 'otp', values: { ...values, seconds } });
  }
  return context.confirm(otp);
}
