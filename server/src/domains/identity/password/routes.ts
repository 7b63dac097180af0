import * as calls from '@fws/contract/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { publicRoute, userRoute, type Route } from '../../../platform/http/route.ts';
import { requireOtp, toClient } from '../login/http.ts';
import { changePassword, forgotPassword, resetPassword } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.forgotPassword, ({ identifier }, context) =>
    forgotPassword(deps, identifier, toClient(context)),
  ),
  publicRoute(calls.resetPassword, (form, context) => resetPassword(deps, form, toClient(context))),
  userRoute(calls.changePassword, async ({ otp, ...form }, context) => {
    const confirmed = await requireOtp(deps, context, otp);
    return confirmed.ok ? changePassword(deps, context.caller, form, toClient(context)) : confirmed;
  }),
];
