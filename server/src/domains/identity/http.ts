import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  LOGIN_CHALLENGE_MS,
  SOCIAL_PROVIDERS,
  SOCIAL_TICKET_MS,
  type SocialProvider,
} from '@fws/contract/identity/model';
import { isOwnPath } from '@fws/contract/platform/own-path';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { answering } from '../../platform/actor.ts';
import { cookieName, DEVICE_COOKIE, LOGIN_COOKIE, TICKET_COOKIE } from '../../platform/http/auth.ts';
import { addressKey } from '../../platform/http/client-address.ts';
import {
  callerOf,
  COOKIE_S,
  hidden,
  requestLocale,
  sessionOf,
  type CallSettings,
} from '../../platform/http/calls.ts';
import { toFormerSession } from './client.ts';
import { comeBack, setOut } from './social.ts';

interface Journey {
  Params: { provider: string };
  Querystring: Record<string, string | string[] | undefined>;
}

/** Redirects the browser to Google or Facebook and back. Every outcome ends on one of our own pages. */
export function http(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  const { secure } = settings;
  const ticket = cookieName(secure, TICKET_COOKIE);
  const callbackUrl = (provider: SocialProvider) =>
    `${deps.config.publicUrl}/api/social/${provider}/callback`;
  const device = cookieName(secure, DEVICE_COOKIE);
  const keepCookie = (reply: FastifyReply, name: string, value: string, forMs: number) =>
    reply.setCookie(cookieName(secure, name), value, { ...hidden(secure), maxAge: forMs / 1000 });
  const keep = (reply: FastifyReply, value: string) =>
    keepCookie(reply, TICKET_COOKIE, value, SOCIAL_TICKET_MS);
  const go = (reply: FastifyReply, path: string) =>
    reply.header('cache-control', 'no-store').redirect(path, 303);

  app.get<Journey>('/api/social/:provider', async (request, reply) => {
    const provider = providerOf(request.params.provider);
    if (!provider) return reply.callNotFound();
    const nextPath = ownPath(request.query['next']);
    // Only our own button starts a login: another site must not sign a user in, perhaps as somebody else.
    if (request.headers['sec-fetch-site'] === 'cross-site')
      return go(reply, backToLogin('expired', nextPath));
    const begun = await setOut(deps, provider, {
      callbackUrl: callbackUrl(provider),
      nextPath,
      addressKey: addressKey(request.ip),
    });
    if (!begun.ok) return go(reply, backToLogin(endOf(begun.refusal), nextPath));
    keep(reply, begun.value.browser);
    return go(reply, begun.value.url);
  });

  app.get<Journey>('/api/social/:provider/callback', async (request, reply) => {
    const provider = providerOf(request.params.provider);
    if (!provider) return reply.callNotFound();
    const { state, error } = request.query;
    const browser = request.cookies[ticket];
    if (error === 'access_denied') return go(reply, backToLogin('cancelled'));
    if (typeof state !== 'string' || browser === undefined) return go(reply, backToLogin('expired'));
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : '';
    const userAgent = request.headers['user-agent'] ?? '';
    const client = {
      addressKey: addressKey(request.ip),
      locale: requestLocale(request),
      kind: 'web',
      userAgent,
      deviceToken: request.cookies[device] ?? null,
      formerSessionId: toFormerSession((await callerOf(request, {}, settings))?.caller ?? null),
    } as const;
    const returnUrl = callbackUrl(provider) + query;
    const back = await answering({ userId: null, address: request.ip, userAgent }, () =>
      comeBack(deps, provider, { state, browser, returnUrl }, client),
    );
    if (!back.ok) {
      void reply.clearCookie(ticket, hidden(secure));
      return go(reply, backToLogin(endOf(back.refusal)));
    }
    const { nextPath } = back.value;
    if (back.value.known) {
      void reply.clearCookie(ticket, hidden(secure));
      const { login } = back.value;
      if (login.step === 'challenge') {
        keepCookie(reply, LOGIN_COOKIE, login.token, LOGIN_CHALLENGE_MS);
        return go(reply, `/login?${new URLSearchParams({ confirm: '1', next: nextPath }).toString()}`);
      }
      const { token, deviceToken } = login.signedIn;
      sessionOf(reply, secure).start(token);
      if (deviceToken !== null) keepCookie(reply, DEVICE_COOKIE, deviceToken, COOKIE_S * 1000);
      return go(reply, nextPath);
    }
    keep(reply, back.value.ticket);
    return go(reply, `/register?${new URLSearchParams({ social: provider, next: nextPath }).toString()}`);
  });
}

const providerOf = (text: string): SocialProvider | undefined =>
  SOCIAL_PROVIDERS.find((provider) => provider === text);

const ownPath = (asked: unknown): string => (typeof asked === 'string' && isOwnPath(asked) ? asked : '/');

/** How a social login ended, as a query parameter of the login page. */
type End = 'cancelled' | 'expired' | 'failed' | 'off' | 'suspended';

function endOf({ code, kind }: Refusal): End {
  if (code === 'identity.social_expired') return 'expired';
  if (kind === 'forbidden') return 'suspended';
  return kind === 'unavailable' || kind === 'too_many' ? 'off' : 'failed';
}

const backToLogin = (end: End, nextPath = '/'): string =>
  `/login?${new URLSearchParams({ social: end, next: nextPath }).toString()}`;
