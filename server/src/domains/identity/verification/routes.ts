import * as calls from '@fws/contract/identity/calls';
import type { OtpChannel } from '@fws/contract/identity/model';
import { done } from '@fws/contract/platform/refusal';
import type { Answer } from '../../../platform/answer.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import { userRoute, type Context, type Route } from '../../../platform/http/route.ts';
import { toClient } from '../login/http.ts';
import { sendOtp, verifyContact } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.sendOtpMobile, ({ mobile }, { caller }) =>
    sendOtp(deps, caller, { channel: 'mobile', address: mobile }),
  ),
  userRoute(calls.sendOtpEmail, ({ email }, { caller }) =>
    sendOtp(deps, caller, { channel: 'email', address: email }),
  ),
  userRoute(calls.verifyMobile, ({ mobile, otp }, context) => verify(deps, context, 'mobile', mobile, otp)),
  userRoute(calls.verifyEmail, ({ email, otp }, context) => verify(deps, context, 'email', email, otp)),
];

async function verify(
  deps: Deps,
  context: Context & { caller: Caller },
  channel: OtpChannel,
  address: string,
  otp: string,
): Promise<Answer<null>> {
  const client = toClient(context);
  // A cookie gets a new token, which nobody can have copied before. Other clients do not expect one here.
  const session = { ...context.caller, renewsToken: context.web && context.token === null };
  const outcome = await verifyContact(deps, session, { channel, address }, otp, client);
  if (!outcome.ok) return outcome;
  const { deviceToken, token } = outcome.value;
  if (token !== null) context.session.start(token);
  if (deviceToken !== null) context.device.keep(deviceToken);
  return outcome.value.became === 'changed'
    ? { ...done(null), message: { code: `identity.${channel}_changed` } }
    : done(null);
}
