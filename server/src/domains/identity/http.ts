import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  LOGIN_CHALLENGE_MS,
  SOCIAL_PROVIDERS,
  SOCIAL_TICKET_MS,
  type SocialProvider,
} from '@fws/contract/identity/model';
import { isOwnPath } from '@fws/contract/platform/own-path';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { runInRequest } from '../../platform/request-origin.ts';
import {
  getCookieName,
  BROWSER_COOKIE,
  DEVICE_COOKIE,
  LOGIN_COOKIE,
  TICKET_COOKIE,
  COOKIE_S,
  getCookieOptions,
  createSessionControl,
} from '../../platform/http/cookies.ts';
import { toAddressKey } from '../../platform/http/client-address.ts';
import { findCaller, getRequestLocale } from '../../platform/http/caller.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { toFormerSession } from './login/client.ts';
import { finishSocialLogin, startSocialLogin } from './social/service.ts';

interface Journey {
  Params: { provider: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** Redirects the browser to Google or Facebook and back. Every outcome ends on one of our own pages. */
export function http(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  const { secure } = settings;
  const ticketCookie = getCookieName(secure, TICKET_COOKIE);
  const buildCallbackUrl = (provider: SocialProvider) =>
    `${deps.config.publicUrl}/api/social/${provider}/callback`;
  const deviceCookie = getCookieName(secure, DEVICE_COOKIE);
  const browserCookie = getCookieName(secure, BROWSER_COOKIE);
  const setCookie = (reply: FastifyReply, name: string, value: string, forMs: number) =>
    reply.setCookie(getCookieName(secure, name), value, {
      ...getCookieOptions(secure),
      maxAge: forMs / 1000,
    });
  const setTicketCookie = (reply: FastifyReply, value: string) =>
    setCookie(reply, TICKET_COOKIE, value, SOCIAL_TICKET_MS);
  const redirect = (reply: FastifyReply, path: string) =>
    reply.header('cache-control', 'no-store').redirect(path, 303);

  app.get<Journey>('/api/social/:provider', async (request, reply) => {
    const provider = parseProvider(request.params.provider);
    if (!provider) return reply.callNotFound();
    const nextPath = toOwnPath(request.query['next']);
    // Only our own button starts a login: another site must not sign a user in, perhaps as somebody else.
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return redirect(reply, buildLoginPath('expired', nextPath));
    const started = await startSocialLogin(deps, provider, {
      callbackUrl: buildCallbackUrl(provider),
      nextPath,
      addressKey: toAddressKey(request.ip),
    });
    if (!started.ok) return redirect(reply, buildLoginPath(toSocialLoginError(started.refusal), nextPath));
    setTicketCookie(reply, started.value.browser);
    return redirect(reply, started.value.url);
  });

  app.get<Journey>('/api/social/:provider/callback', async (request, reply) => {
    const provider = parseProvider(request.params.provider);
    if (!provider) return reply.callNotFound();
    const { state, error } = request.query;
    const browser = request.cookies[ticketCookie];
    if (error === 'access_denied') return redirect(reply, buildLoginPath('cancelled'));
    if (typeof state !== 'string' || browser === undefined) return redirect(reply, buildLoginPath('expired'));
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const userAgent = request.headers['user-agent'] ?? '';
    const client = {
      addressKey: toAddressKey(request.ip),
      locale: getRequestLocale(request),
      kind: 'web',
      userAgent,
      deviceToken: request.cookies[deviceCookie] ?? null,
      browserToken: request.cookies[browserCookie] ?? null,
      formerSessionId: toFormerSession((await findCaller(request, {}, settings))?.caller ?? null),
    } as const;
    const returnUrl = buildCallbackUrl(provider) + query;
    const returned = await runInRequest({ address: request.ip, userAgent }, () =>
      finishSocialLogin(deps, provider, { state, browser, returnUrl }, client),
    );
    if (!returned.ok) {
      void reply.clearCookie(ticketCookie, getCookieOptions(secure));
      return redirect(reply, buildLoginPath(toSocialLoginError(returned.refusal)));
    }
    const { nextPath } = returned.value;
    if (returned.value.hasAccount) {
      void reply.clearCookie(ticketCookie, getCookieOptions(secure));
      const { login } = returned.value;
      if (login.step === 'challenge') {
        setCookie(reply, LOGIN_COOKIE, login.token, LOGIN_CHALLENGE_MS);
        return redirect(reply, `/login?${new URLSearchParams({ confirm: '1', next: nextPath }).toString()}`);
      }
      const { token, deviceToken, browserToken } = login.signedIn;
      createSessionControl(reply, secure).start(token);
      if (deviceToken !== null) setCookie(reply, DEVICE_COOKIE, deviceToken, COOKIE_S * 1000);
      if (browserToken !== null) setCookie(reply, BROWSER_COOKIE, browserToken, COOKIE_S * 1000);
      return redirect(reply, nextPath);
    }
    setTicketCookie(reply, returned.value.ticket);
    return redirect(
      reply,
      `/register?${new URLSearchParams({ social: provider, next: nextPath }).toString()}`,
    );
  });
}

const parseProvider = (text: string): SocialProvider | undefined =>
  SOCIAL_PROVIDERS.find((provider) => provider === text);

const toOwnPath = (next: unknown): string => (typeof next === 'string' && isOwnPath(next) ? next : '/');

/** How a social login ended, as a query parameter of the login page. */
type SocialLoginError = 'cancelled' | 'expired' | 'failed' | 'off';

function toSocialLoginError({ code, kind }: Refusal): SocialLoginError {
  if (code === 'identity.social_expired') return 'expired';
  return kind === 'unavailable' || kind === 'too_many' ? 'off' : 'failed';
}

const buildLoginPath = (error: SocialLoginError, nextPath = '/'): string =>
  `/login?${new URLSearchParams({ social: error, next: nextPath }).toString()}`;
