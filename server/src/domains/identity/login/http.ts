import type { CurrentUser } from '@fws/contract/identity/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Caller } from '../../../platform/caller.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Context } from '../../../platform/http/route.ts';
import { isJustProven, requireRecentOtp } from '../../../platform/http/step-up.ts';
import type { Login } from '../login-challenge/service.ts';
import { checkOwnPassword } from '../password/service.ts';
import { hasPassword } from '../store.ts';
import type { SignedIn } from '../open-session/service.ts';
import { toFormerSession, type Client } from './client.ts';

// What the routes of this domain share: who calls, and what a client that has signed in gets.

export const toClient = (context: Context & { caller: Caller | null }): Client => ({
  addressKey: context.addressKey,
  locale: context.locale,
  kind: context.web ? 'web' : 'api',
  userAgent: context.userAgent,
  deviceToken: context.device.read(),
  browserToken: context.browser.read(),
  formerSessionId: context.web ? toFormerSession(context.caller) : null,
});

export function respondSignedIn(outcome: Outcome<SignedIn>, context: Context): Outcome<CurrentUser> {
  if (!outcome.ok) return outcome;
  const { user, token, deviceToken, browserToken } = outcome.value;
  context.session.start(token);
  if (!context.web) return done({ ...user, authToken: token });
  if (deviceToken !== null) context.device.keep(deviceToken);
  if (browserToken !== null) context.browser.keep(browserToken);
  return done(user);
}

export function respondToLogin(outcome: Outcome<Login>, context: Context): Outcome<CurrentUser> {
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
}

/**
 * Requires one factor: a proof of this device within STEP_UP_MS, a code, or the password, for an owner whose phone was
 * stolen with the codes that it receives. The password proves this call only: it does not confirm the session.
 */
export async function requireAuthentication(
  deps: Deps,
  context: Context & { caller: Caller },
  { password, otp }: { password: string; otp: string },
): Promise<Outcome<null>> {
  const { caller } = context;
  if (isJustProven(caller, deps.ports.clock.now())) return done(null);
  if (otp !== '') return requireOtp(deps, context, otp);
  if (password !== '') return checkOwnPassword(deps, caller, password);
  if (!(await hasPassword(deps.db, caller.userId))) return requireOtp(deps, context, '');
  return refuse('forbidden', 'identity.password_or_code', {
    stepUp: 'password',
    values: { seconds: await context.findCodeWait() },
  });
}

export const requireOtp = (deps: Deps, context: Context & { caller: Caller }, otp: string) =>
  requireRecentOtp(context, otp, deps.ports.clock.now(), 'identity.confirm_first');
