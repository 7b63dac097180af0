import * as calls from '@fws/contract/identity/calls';
import * as factorCalls from '@fws/contract/identity/factors/calls';
import type { OtpChannel } from '@fws/contract/identity/model';
import type { SocialLogin, SocialProfile, CurrentUser } from '@fws/contract/identity/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Answer } from '../../platform/answer.ts';
import { publicRoute, userRoute, type Context, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { requestContactChange } from './contact-change/service.ts';
import { changePassword, forgotPassword, resetPassword } from './password/service.ts';
import { toFormerSession, type Client } from './login/client.ts';
import { logIn, logOut, readCurrentUser } from './login/service.ts';
import { confirmLogin, readChallenge, sendLoginCode, type Login } from './login-challenge/service.ts';
import type { SignedIn } from './sessions/open-session.ts';
import { register } from './registration/service.ts';
import * as factors from './second-factors/service.ts';
import { listSecurityEvents } from './security-log/service.ts';
import { endOneSession, endOtherSessions, listSessions } from './sessions/service.ts';
import { logInByToken, readTicket, registerByTicket } from './social/service.ts';
import { sendOtp, verifyContact } from './verification/service.ts';

export function routes(deps: Deps): Route[] {
  const respondSignedIn = (outcome: Outcome<SignedIn>, context: Context): Outcome<CurrentUser> => {
    if (!outcome.ok) return outcome;
    const { user, token, deviceToken, browserToken } = outcome.value;
    context.session.start(token);
    if (!context.web) return done({ ...user, authToken: token });
    if (deviceToken !== null) context.device.keep(deviceToken);
    if (browserToken !== null) context.browser.keep(browserToken);
    return done(user);
  };
  const respondToLogin = (outcome: Outcome<Login>, context: Context): Outcome<CurrentUser> => {
    if (!outcome.ok) return outcome;
    const login = outcome.value;
    if (login.step === 'in') {
      context.login.drop();
      return respondSignedIn(done(login.signedIn), context);
    }
    context.login.keep(login.token);
    return login.proof === 'code'
      ? refuse('forbidden', 'identity.login_code_sent', { stepUp: 'login', values: { ending: login.sentTo } })
      : refuse('forbidden', 'identity.login_second_factor', { stepUp: 'login' });
  };
  const requireOtp = (context: Context & { caller: Caller }, otp: string) =>
    requireRecentOtp(context, otp, deps.ports.clock.now(), 'identity.confirm_first');
  const verify = async (
    context: Context & { caller: Caller },
    channel: OtpChannel,
    address: string,
    otp: string,
  ): Promise<Answer<null>> => {
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
  };
  // Requires a code, so that a stolen session cannot take over the account.
  const update = async (
    context: Context & { caller: Caller },
    channel: OtpChannel,
    address: string,
    otp: string,
  ): Promise<Outcome<null>> => {
    // Before the number is verified, no code can be sent to it.
    const confirmed = context.caller.mobileVerified ? await requireOtp(context, otp) : done(null);
    return confirmed.ok ? requestContactChange(deps, context.caller.userId, { channel, address }) : confirmed;
  };
  return [
    publicRoute(calls.userRegister, async (form, context) =>
      respondSignedIn(await register(deps, form, toClient(context)), context),
    ),
    publicRoute(calls.userLogin, async (form, context) =>
      respondToLogin(await logIn(deps, form, toClient(context)), context),
    ),
    publicRoute(calls.loginChallenge, (_, context) => readChallenge(deps, context.login.read())),
    publicRoute(calls.loginCodeSend, (_, context) => sendLoginCode(deps, context.login.read())),
    publicRoute(calls.loginConfirm, async (form, context) =>
      respondToLogin(await confirmLogin(deps, context.login.read(), form, toClient(context)), context),
    ),
    userRoute(calls.logout, async (_, context) => {
      context.session.end();
      return logOut(deps, context.caller);
    }),
    userRoute(calls.currentUser, (_, { caller }) => readCurrentUser(deps, caller)),
    userRoute(calls.sendOtpMobile, ({ mobile }, { caller }) =>
      sendOtp(deps, caller, { channel: 'mobile', address: mobile }),
    ),
    userRoute(calls.sendOtpEmail, ({ email }, { caller }) =>
      sendOtp(deps, caller, { channel: 'email', address: email }),
    ),
    userRoute(calls.verifyMobile, ({ mobile, otp }, context) => verify(context, 'mobile', mobile, otp)),
    userRoute(calls.verifyEmail, ({ email, otp }, context) => verify(context, 'email', email, otp)),
    userRoute(calls.updateMobile, ({ mobile, otp }, context) => update(context, 'mobile', mobile, otp)),
    userRoute(calls.updateEmail, ({ email, otp }, context) => update(context, 'email', email, otp)),
    publicRoute(calls.forgotPassword, ({ identifier }, context) =>
      forgotPassword(deps, identifier, toClient(context)),
    ),
    publicRoute(calls.resetPassword, (form, context) => resetPassword(deps, form, toClient(context))),
    userRoute(calls.changePassword, async ({ otp, ...form }, context) => {
      const confirmed = await requireOtp(context, otp);
      return confirmed.ok ? changePassword(deps, context.caller, form, toClient(context)) : confirmed;
    }),
    publicRoute(calls.socialProviders, async () => done([...deps.ports.social.providers])),
    publicRoute(calls.socialLogin, async (form, context): Promise<Answer<SocialLogin>> => {
      const cookieTicket = form.idToken === '' ? context.ticket.read() : null;
      if (cookieTicket !== null) {
        const profile = await readTicket(deps, form.provider, cookieTicket);
        return profile.ok ? toNewcomerAnswer(profile.value) : profile;
      }
      const recognised = await logInByToken(deps, form, toClient(context));
      if (!recognised.ok) return recognised;
      if (recognised.value.hasAccount) {
        const user = respondToLogin(done(recognised.value.login), context);
        return user.ok ? done({ firstTime: false, user: user.value }) : user;
      }
      const { ticket } = recognised.value;
      const profile = await readTicket(deps, form.provider, ticket);
      return profile.ok ? toNewcomerAnswer({ ...profile.value, ticket }) : profile;
    }),
    publicRoute(calls.socialRegister, async (form, context) => {
      const registered = await registerByTicket(
        deps,
        form,
        context.ticket.read() ?? form.ticket ?? '',
        toClient(context),
      );
      if (registered.ok) context.ticket.drop();
      return respondSignedIn(registered, context);
    }),
    userRoute(calls.sessionList, (page, { caller }) => listSessions(deps, caller, page)),
    userRoute(calls.sessionEnd, ({ sessionId }, { caller }) => endOneSession(deps, caller.userId, sessionId)),
    userRoute(calls.sessionEndOthers, (_, context) =>
      endOtherSessions(deps, context.caller, toClient(context)),
    ),
    userRoute(calls.securityEvents, (_, { caller }) => listSecurityEvents(deps, caller.userId)),
    userRoute(factorCalls.secondFactors, (_, { caller }) => factors.readSecondFactors(deps, caller.userId)),
    userRoute(factorCalls.authenticatorBegin, async ({ otp }, context) => {
      const confirmed = await requireOtp(context, otp);
      return confirmed.ok ? factors.beginAuthenticator(deps, context.caller.userId) : confirmed;
    }),
    userRoute(factorCalls.authenticatorSet, ({ code }, { caller }) =>
      factors.setAuthenticator(deps, caller.userId, code),
    ),
    userRoute(factorCalls.authenticatorRemove, async ({ otp }, context) => {
      const confirmed = await requireOtp(context, otp);
      return confirmed.ok ? factors.removeAuthenticator(deps, context.caller.userId) : confirmed;
    }),
    userRoute(factorCalls.passkeyBegin, async ({ otp }, context) => {
      const confirmed = await requireOtp(context, otp);
      return confirmed.ok ? factors.beginPasskey(deps, context.caller.userId) : confirmed;
    }),
    userRoute(factorCalls.passkeyAdd, (form, { caller }) => factors.addPasskey(deps, caller.userId, form)),
    userRoute(factorCalls.passkeyRemove, async ({ passkeyId, otp }, context) => {
      const confirmed = await requireOtp(context, otp);
      return confirmed.ok ? factors.removePasskey(deps, context.caller.userId, passkeyId) : confirmed;
    }),
    userRoute(factorCalls.recoveryCodesRenew, async ({ otp }, context) => {
      const confirmed = await requireOtp(context, otp);
      return confirmed.ok ? factors.renewRecoveryCodes(deps, context.caller.userId) : confirmed;
    }),
  ];
}

const toClient = (context: Context & { caller: Caller | null }): Client => ({
  addressKey: context.addressKey,
  locale: context.locale,
  kind: context.web ? 'web' : 'api',
  userAgent: context.userAgent,
  deviceToken: context.device.read(),
  browserToken: context.browser.read(),
  formerSessionId: context.web ? toFormerSession(context.caller) : null,
});

const toNewcomerAnswer = (profile: SocialProfile): Answer<SocialLogin> => ({
  ...done({ firstTime: true, profile }),
  message: { code: 'identity.social_welcome' },
});
