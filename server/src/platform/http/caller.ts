import type { FastifyRequest } from 'fastify';
import { DEVICE_CONFIRMED_MS } from '@fws/contract/identity/model';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { isInScope, type NarrowScope } from '@fws/contract/platform/scopes';
import { chooseLocale, type Language } from '../messages.ts';
import { getCookieName, IMPERSONATION_COOKIE, LANGUAGE_COOKIE } from './cookies.ts';
import type { AdminGuard, Authenticator, Caller, CallerQuery } from '../caller.ts';
import type { TurnOwner } from '../fair-turns.ts';
import type { Clock } from '../../ports/clock.ts';
import { toAddressKey } from './client-address.ts';
import type { RequestLimiter } from './request-limiter.ts';
import type { Route } from './route.ts';
import type { Fields } from './fields.ts';

/** What it takes to find out who calls. */
export interface CallerSettings {
  authenticator: Authenticator;
  adminGuard: AdminGuard;
  clock: Clock;
  /** True on https: the cookie is Secure and bound to the host. */
  secure: boolean;
  limiter: Pick<RequestLimiter, 'admitToken' | 'refuseToken' | 'countUser'>;
}

export const getRequestLocale = (request: FastifyRequest): Locale =>
  chooseLocale(
    request.cookies[getCookieName(true, LANGUAGE_COOKIE)] ?? request.cookies[LANGUAGE_COOKIE],
    request.headers['accept-language'],
  );

const readToken = ({ auth_token: token }: Fields): string | undefined =>
  typeof token === 'string' && token !== '' ? token : undefined;

export const hasToken = (fields: Fields): boolean => readToken(fields) !== undefined;

/** The token, and whether the browser sent it automatically (in a cookie). */
function findToken(
  request: FastifyRequest,
  fields: Fields,
  secure: boolean,
): { token: string; byCookie: boolean } | null {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const explicitToken = bearer ?? readToken(fields);
  if (explicitToken) return { token: explicitToken, byCookie: false };
  const cookie = request.cookies[getCookieName(secure)];
  return cookie ? { token: cookie, byCookie: true } : null;
}

/** The name by which our own scripts identify themselves. In the admin area nobody is impersonated. */
export const getClient = (request: FastifyRequest): 'web' | 'admin' | null => {
  const client = request.headers['x-fws-client'];
  return client === 'web' || client === 'admin' ? client : null;
};

/** The impersonation cookie of this browser. */
export const readImpersonationCookie = (request: FastifyRequest, secure: boolean): string | undefined =>
  getClient(request) === 'admin' ? undefined : request.cookies[getCookieName(secure, IMPERSONATION_COOKIE)];

/** The language of the answer to a request: our own screens have a wording of their own. */
export const getRequestLanguage = (request: FastifyRequest): Language => ({
  locale: getRequestLocale(request),
  wording: getClient(request) === null ? 'specified' : 'screen',
});

export type KnownCaller = { caller: Caller; byCookie: boolean; token: string };

/**
 * The caller of a route that is not a call, by a full session. During impersonation this is the impersonated user or
 * nobody, never the admin.
 */
export const findCaller = async (
  request: FastifyRequest,
  fields: Fields,
  settings: CallerSettings,
): Promise<KnownCaller | null> => admitFull(await findCallerOfAnyScope(request, fields, settings));

/** Of a route that is not a call: what a narrow session may do is declared by calls alone. */
const admitFull = (known: KnownCaller | null): KnownCaller | null =>
  known?.caller.scope === 'full' ? known : null;

async function findCallerOfAnyScope(
  request: FastifyRequest,
  fields: Fields,
  settings: CallerSettings,
  query?: CallerQuery,
): Promise<KnownCaller | null> {
  const sessionCaller = await resolveSession(request, fields, settings, query);
  const impersonation = readImpersonationCookie(request, settings.secure);
  if (impersonation === undefined) return sessionCaller;
  const caller =
    sessionCaller && (await settings.adminGuard.getImpersonatedUser(sessionCaller.caller, impersonation));
  return caller && { ...sessionCaller, caller };
}

/** The caller of a full session itself, regardless of impersonation. */
export const findSessionCaller = async (
  request: FastifyRequest,
  fields: Fields,
  settings: CallerSettings,
): Promise<KnownCaller | null> => admitFull(await resolveSession(request, fields, settings));

async function resolveSession(
  request: FastifyRequest,
  fields: Fields,
  settings: CallerSettings,
  query?: CallerQuery,
): Promise<KnownCaller | null> {
  const { limiter } = settings;
  const token = findToken(request, fields, settings.secure);
  await limiter.admitToken(request, token?.token ?? null);
  const caller = token && (await settings.authenticator.authenticate(token.token, query));
  if (token && !caller) limiter.refuseToken(request, token.token);
  if (!token || !caller) return null;
  await limiter.countUser(request, caller.userId);
  return { caller, ...token };
}

/** A cookie identifies the caller only for our own script; any other client may still send a token in the body. */
export function isNamedInHead(request: FastifyRequest, secure: boolean): boolean {
  const token = findToken(request, {}, secure);
  return token !== null && (!token.byCookie || getClient(request) !== null);
}

export interface Identified {
  known: KnownCaller | null;
  /** Null for a guest. */
  caller: Caller | null;
}

/** What waited on a device is sent in the name of the user who did it, also when somebody else has logged in since. */
function isForOtherUser(request: FastifyRequest, caller: Caller): boolean {
  const userId = request.headers['x-fws-user'];
  return userId !== undefined && userId !== String(caller.userId);
}

/** Without a verified number no code can be sent, and there is nothing to protect. */
const isProven = ({ mobileVerified, provenAt }: Caller, now: Date): boolean =>
  !mobileVerified || (provenAt !== null && now.getTime() - provenAt.getTime() <= DEVICE_CONFIRMED_MS);

/** Resolves the caller and checks that they may make this call. */
export async function identify(
  route: Route,
  fields: Fields,
  { request, handling }: { request: FastifyRequest; handling: { caller: Caller | null } },
  settings: CallerSettings,
  query?: CallerQuery,
): Promise<Outcome<Identified>> {
  const { call } = route;
  const found = await findCallerOfAnyScope(request, fields, settings, query);
  // A narrow session tells a public call nothing: it answers as for a guest.
  const known =
    found && call.access === 'public' && !isInScope(found.caller.scope, call.scopes) ? null : found;
  handling.caller = known?.caller ?? null;
  if (known && isForOtherUser(request, known.caller)) return refuse('other_user', 'common.other_user');
  if (readImpersonationCookie(request, settings.secure) !== undefined) {
    if (!known) return refuse('unauthenticated', 'admin.impersonation_ended');
    // Nobody acts as an admin through the user they impersonate, not even to read.
    if (!call.reads || call.access === 'admin') return refuse('forbidden', 'admin.impersonation_read_only');
  }
  if (call.access !== 'public' && !known) return refuse('unauthenticated', 'common.login_required');
  // Any site's form sends the cookie; only our own script can set this header.
  if (known?.byCookie && getClient(request) === null) return refuse('forbidden', 'common.csrf');
  const admitted = await admit(route, known?.caller ?? null, settings);
  return admitted.ok ? done({ known, caller: admitted.value }) : admitted;
}

/** Whose share of costly work a request takes: the user's, whatever the session. */
export const getTurnOwner = (request: FastifyRequest, caller: Caller | null): TurnOwner =>
  caller ? `user ${caller.userId}` : `address ${toAddressKey(request.ip)}`;

/** What a session of each narrow scope is told about a call that does not name it. */
const SCOPE_REFUSALS: Record<NarrowScope, ReturnType<typeof refuse>> = {
  limited: refuse('forbidden', 'identity.session_limited', { stepUp: 'device' }),
  suspended: refuse('forbidden', 'identity.session_suspended'),
};

/**
 * Checks whether the session suffices: its scope, a recent proof on its device, a verified mobile number for what
 * changes something, and a permission for admin calls.
 */
async function admit(
  { call }: Route,
  caller: Caller | null,
  { adminGuard, clock }: CallerSettings,
): Promise<Outcome<Caller | null>> {
  if (caller && caller.scope !== 'full' && !isInScope(caller.scope, call.scopes))
    return SCOPE_REFUSALS[caller.scope];
  if (call.access === 'user' && caller && !caller.mobileVerified && !call.reads && !call.allowUnverified)
    return refuse('forbidden', 'identity.mobile_not_verified');
  if (call.needsProvenDevice && caller && !isProven(caller, clock.now()))
    return refuse('forbidden', 'identity.prove_device', { stepUp: 'device' });
  if (call.access !== 'admin') return done(caller);
  if (!caller || !call.permission) return refuse('forbidden', 'admin.not_permitted');
  return adminGuard.admit(caller, call.permission);
}
