import { updateEmail, updateMobile } from '@fws/contract/identity/calls';
import type { OtpChannel } from '@fws/contract/identity/model';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Caller } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import { userRoute, type Context, type Route } from '../../../platform/http/route.ts';
import { requireOtp } from '../login/http.ts';
import { requestContactChange } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(updateMobile, ({ mobile, otp }, context) => update(deps, context, 'mobile', mobile, otp)),
  userRoute(updateEmail, ({ email, otp }, context) => update(deps, context, 'email', email, otp)),
];

/** Requires a code, so that a stolen session cannot take over the account. */
async function update(
  deps: Deps,
  context: Context & { caller: Caller },
  channel: OtpChannel,
  address: string,
  otp: string,
): Promise<Outcome<null>> {
  // Before the number is verified, no code can be sent to it.
  const confirmed = context.caller.mobileVerified ? await requireOtp(deps, context, otp) : done(null);
  return confirmed.ok ? requestContactChange(deps, context.caller.userId, { channel, address }) : confirmed;
}
