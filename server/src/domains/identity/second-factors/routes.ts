import * as calls from '@fws/contract/identity/factors/calls';
import type { Deps } from '../../../platform/deps.ts';
import { userRoute, type Route } from '../../../platform/http/route.ts';
import { requireOtp } from '../login/http.ts';
import * as factors from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.secondFactors, (_, { caller }) => factors.readSecondFactors(deps, caller.userId)),
  userRoute(calls.authenticatorBegin, async ({ otp }, context) => {
    const confirmed = await requireOtp(deps, context, otp);
    return confirmed.ok ? factors.beginAuthenticator(deps, context.caller.userId) : confirmed;
  }),
  userRoute(calls.authenticatorSet, ({ code }, { caller }) =>
    factors.setAuthenticator(deps, caller.userId, code),
  ),
  userRoute(calls.authenticatorRemove, async ({ otp }, context) => {
    const confirmed = await requireOtp(deps, context, otp);
    return confirmed.ok ? factors.removeAuthenticator(deps, context.caller.userId) : confirmed;
  }),
  userRoute(calls.passkeyBegin, async ({ otp }, context) => {
    const confirmed = await requireOtp(deps, context, otp);
    return confirmed.ok ? factors.beginPasskey(deps, context.caller.userId) : confirmed;
  }),
  userRoute(calls.passkeyAdd, (form, { caller }) => factors.addPasskey(deps, caller.userId, form)),
  userRoute(calls.passkeyRemove, async ({ passkeyId, otp }, context) => {
    const confirmed = await requireOtp(deps, context, otp);
    return confirmed.ok ? factors.removePasskey(deps, context.caller.userId, passkeyId) : confirmed;
  }),
  userRoute(calls.recoveryCodesRenew, async ({ otp }, context) => {
    const confirmed = await requireOtp(deps, context, otp);
    return confirmed.ok ? factors.renewRecoveryCodes(deps, context.caller.userId) : confirmed;
  }),
];
