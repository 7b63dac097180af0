import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from './route.ts';

const SESSION_COOKIE = 'fws_session';
/** Binds a visitor on the way to Google or Facebook and back to their browser. */
export const TICKET_COOKIE = 'fws_ticket';
/** Identifies a browser to the accounts that have logged in there. It outlives their sessions. */
export const DEVICE_COOKIE = 'fws_device';
/** Identifies a browser to FWS, whoever logs in there: the accounts of one browser are linked by it. */
export const BROWSER_COOKIE = 'fws_browser';
/** What reads of this browser must include: read-position.ts. */
export const POSITION_COOKIE = 'fws_position';
/** A login that waits for its second step. */
export const LOGIN_COOKIE = 'fws_login';
/**
 * An admin impersonates a user. While this cookie exists, it alone determines the caller, whether it is still valid or
 * not.
 */
export const IMPERSONATION_COOKIE = 'fws_impersonation';
/** The language of the pages; the web app's script sets it too. */
export const LANGUAGE_COOKIE = 'lang';
/** On https the `__Host-` prefix binds the cookie to this exact host. */
export const getCookieName = (secure: boolean, name = SESSION_COOKIE): string =>
  secure ? `__Host-${name}` : name;

/**
 * The server decides when a cookie's content expires; the cookie must only not expire sooner. Browsers allow no longer
 * time.
 */
export const COOKIE_S = 400 * 24 * 3600;

/** A cookie that only the web app's own script may use: any site's form sends it, but not the header. */
export function createCookieSlot(
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
  web: boolean,
) {
  const cookie = getCookieName(secure, name);
  return {
    read: () => (web ? (request.cookies[cookie] ?? null) : null),
    keep: (value: string) =>
      void reply.setCookie(cookie, value, { ...getCookieOptions(secure), maxAge: COOKIE_S }),
    drop: () => void reply.clearCookie(cookie, getCookieOptions(secure)),
  };
}

/** `SameSite=Lax`: sent when somebody returns from another site by a link, and not with that site's own requests. */
export const getCookieOptions = (secure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

export function createSessionControl(reply: FastifyReply, secure: boolean): Context['session'] {
  const cookie = getCookieOptions(secure);
  return {
    start: (token) => void reply.setCookie(getCookieName(secure), token, { ...cookie, maxAge: COOKIE_S }),
    // Clear the browser's cache of the API. Theme and language belong to the device and stay.
    end: () => void reply.clearCookie(getCookieName(secure), cookie).header('clear-site-data', '"cache"'),
  };
}

/** A session cookie without expiry: the server decides when it is no longer valid, and then nobody is impersonated. */
export function buildImpersonationCookie(reply: FastifyReply, secure: boolean): Context['impersonation'] {
  const name = getCookieName(secure, IMPERSONATION_COOKIE);
  return {
    start: (token) => void reply.setCookie(name, token, getCookieOptions(secure)),
    end: () => void reply.clearCookie(name, getCookieOptions(secure)),
  };
}
