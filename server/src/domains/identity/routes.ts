import * as calls from '@fws/contract/identity/calls';
import type { CurrentUser, OtpChannel, SocialLogin, SocialProfile } from '@fws/contract/identity/model';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import type { Caller } from '../../platform/http/auth.ts';
import { publicRoute, userRoute, type Answer, type Context, type Route } from '../../platform/http/route.ts';
import { requireRecentOtp } from '../../platform/http/step-up.ts';
import { serverSecret } from '../../platform/secret.ts';
import { askChange } from './contact-change.ts';
import { changePassword, forgotPassword, resetPassword } from './password-changes.ts';
import { logIn, logOut, readCurrentUser, register, type Client, type SignedIn } from './service.ts';
import { endOneSession, endOtherSessions, listSessions } from './session-list.ts';
import { logInByToken, readTicket, registerByTicket } from './social.ts';
import { sendOtp, verifyContact } from './verification.ts';

export function routes(deps: Deps): Route[] {
  const secret = serverSecret(deps.config);
  const signedIn = (outcome: Outcome<SignedIn>, context: Context): Outcome<CurrentUser> => {
    if (!outcome.ok) return outcome;
    const { user, token } = outcome.value;
    if (!context.web) return done({ ...user, authToken: token });
    context.session.start(token);
    return done(user);
  };
  const verify = async (
    caller: Caller,
    channel: OtpChannel,
    address: string,
    otp: string,
  ): Promise<Answer<null>> => {
    const outcome = await verifyContact(deps, secret, caller, { channel, address }, otp);
    if (!outcome.ok) return outcome;
    return outcome.value === 'changed'
      ? { ...done(null), message: { code: `identity.${channel}_changed` } }
      : done(null);
  };
  // A session that somebody got hold of must not become the account.
  const update = async (
    context: Context & { caller: Caller },
    channel: OtpChannel,
    address: string,
    otp: string,
  ): Promise<Outcome<null>> => {
    const now = deps.ports.clock.now();
    const confirmed = await requireRecentOtp(context, otp, now, 'identity.confirm_first');
    return confirmed.ok ? askChange(deps, context.caller.userId, { channel, address }) : confirmed;
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
      return logOut(deps, context.caller.sessionId);
    }),
    userRoute(calls.currentUser, (_, { caller }) => readCurrentUser(deps, caller.userId)),
    userRoute(calls.sendOtpMobile, ({ mobile }, { caller }) =>
      sendOtp(deps, caller.userId, { channel: 'mobile', address: mobile }),
    ),
    userRoute(calls.sendOtpEmail, ({ email }, { caller }) =>
      sendOtp(deps, caller.userId, { channel: 'email', address: email }),
    ),
    userRoute(calls.verifyMobile, ({ mobile, otp }, { caller }) => verify(caller, 'mobile', mobile, otp)),
    userRoute(calls.verifyEmail, ({ email, otp }, { caller }) => verify(caller, 'email', email, otp)),
    userRoute(calls.updateMobile, ({ mobile, otp }, context) => update(context, 'mobile', mobile, otp)),
    userRoute(calls.updateEmail, ({ email, otp }, context) => update(context, 'email', email, otp)),
    publicRoute(calls.forgotPassword, ({ identifier }, { ip }) => forgotPassword(deps, identifier, { ip })),
    publicRoute(calls.resetPassword, (form, { ip }) => resetPassword(deps, secret, form, { ip })),
    userRoute(calls.changePassword, (form, { caller }) => changePassword(deps, caller, form)),
    publicRoute(calls.socialProviders, async () => done([...deps.ports.social.providers])),
    publicRoute(calls.socialLogin, async (form, context): Promise<Answer<SocialLogin>> => {
      const kept = form.idToken === '' ? context.ticket.read() : null;
      if (kept !== null) {
        const profile = await readTicket(deps, form.provider, kept);
        return profile.ok ? newcomer(profile.value) : profile;
      }
      const recognised = await logInByToken(deps, form, clientOf(context));
      if (!recognised.ok) return recognised;
      if (recognised.value.known) {
        const user = signedIn(done(recognised.value.signedIn), context);
        return user.ok ? done({ firstTime: false, user: user.value }) : user;
      }
      const { ticket } = recognised.value;
      const profile = await readTicket(deps, form.provider, ticket);
      return profile.ok ? newcomer({ ...profile.value, ticket }) : profile;
    }),
    publicRoute(calls.socialRegister, async (form, context) => {
      const made = await registerByTicket(
        deps,
        form,
        context.ticket.read() ?? form.ticket ?? '',
        clientOf(context),
      );
      if (made.ok) context.ticket.drop();
      return signedIn(made, context);
    }),
    userRoute(calls.sessionList, (page, { caller }) => listSessions(deps, caller, page)),
    userRoute(calls.sessionEnd, ({ sessionId }, { caller }) => endOneSession(deps, caller.userId, sessionId)),
    userRoute(calls.sessionEndOthers, (_, { caller }) => endOtherSessions(deps, caller)),
  ];
}

const clientOf = (context: Context): Client => ({
  ip: context.ip,
  locale: context.locale,
  kind: context.web ? 'web' : 'api',
  userAgent: context.userAgent,
});

const newcomer = (profile: SocialProfile): Answer<SocialLogin> => ({
  ...done({ firstTime: true, profile }),
  message: { code: 'identity.social_welcome' },
});
