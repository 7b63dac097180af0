import * as calls from '@fws/contract/identity/calls';
import type { CurrentUser } from '@fws/contract/identity/model';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { publicRoute, userRoute, type Context, type Route } from '../../platform/http/route.ts';
import { serverSecret } from '../../platform/secret.ts';
import { logIn, logOut, readCurrentUser, register, type Client, type SignedIn } from './service.ts';
import { sendOtp, verifyContact } from './verification.ts';

/** The server decides when a session ends; its cookie only must not be gone sooner. Browsers keep none longer. */
const COOKIE_MS = 400 * 24 * 3600_000;

export function routes(deps: Deps): Route[] {
  const secret = serverSecret(deps.config);
  const signedIn = (outcome: Outcome<SignedIn>, context: Context): Outcome<CurrentUser> => {
    if (!outcome.ok) return outcome;
    const { user, token } = outcome.value;
    if (!context.web) return done({ ...user, authToken: token });
    context.session.start(token, new Date(deps.ports.clock.now().getTime() + COOKIE_MS));
    return done(user);
  };
  return [
    publicRoute(calls.userRegister, async (form, context) =>
      signedIn(await register(deps, form, clientOf(context)), context),
    ),
    publicRoute(calls.userLogin, async (form, context) =>
      signedIn(await logIn(deps, form, clientOf(context)), context),
    ),
    userRoute(calls.logout, async (_, context) => {
      context.session.end();
      return logOut(deps, context.caller.sessionKey);
    }),
    userRoute(calls.currentUser, (_, { caller }) => readCurrentUser(deps, caller.userId)),
    userRoute(calls.sendOtpMobile, ({ mobile }, { caller }) =>
      sendOtp(deps, caller.userId, { channel: 'mobile', address: mobile }),
    ),
    userRoute(calls.sendOtpEmail, ({ email }, { caller }) =>
      sendOtp(deps, caller.userId, { channel: 'email', address: email }),
    ),
    userRoute(calls.verifyMobile, ({ mobile, otp }, { caller }) =>
      verifyContact(deps, secret, caller, { channel: 'mobile', address: mobile }, otp),
    ),
    userRoute(calls.verifyEmail, ({ email, otp }, { caller }) =>
      verifyContact(deps, secret, caller, { channel: 'email', address: email }, otp),
    ),
  ];
}

const clientOf = (context: Context): Client => ({
  ip: context.ip,
  locale: context.locale,
  kind: context.web ? 'web' : 'api',
});
