import { STEP_UP_MS } from '@fws/contract/identity/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, type MessageValues, type Outcome } from '@fws/contract/platform/refusal';
import type { Caller } from '../caller.ts';
import type { Context } from './route.ts';

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
  const { confirmedAt } = context.caller;
  if (confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= STEP_UP_MS) return done(null);
  if (otp === '') {
    const seconds = await context.findCodeWait();
    return refuse('forbidden', askFor, { stepUp: 'otp', values: { ...values, seconds } });
  }
  return context.confirm(otp);
}
