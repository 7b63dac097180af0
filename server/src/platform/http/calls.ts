import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeForm } from '@fws/contract/platform/check';
import { getWireNames, type WireBody } from '@fws/contract/platform/form';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse as refuseCall, type FieldError, type Outcome } from '@fws/contract/platform/refusal';
import { runInRequest } from '../actor.ts';
import { reachFaultPoint } from '../fault-point.ts';
import { chooseLocale, translate } from '../messages.ts';
import {
  getCookieName,
  LANGUAGE_COOKIE,
  IMPERSONATION_COOKIE,
  DEVICE_COOKIE,
  LOGIN_COOKIE,
  TICKET_COOKIE,
  type AdminGuard,
  type Authenticator,
  type Caller,
} from './auth.ts';
import type { InspectUpload } from '../uploads/inspector.ts';
import { receiveBody, type ReceivedBody } from './body.ts';
import { toAddressKey } from './client-address.ts';
import { buildFileRefusal, inspectUploads, toNoRoomRefusal, type CallFiles } from './call-files.ts';
import { sendRefusal } from './errors.ts';
import { hashRequest } from './idempotency.ts';
import type { Answer, Context, IdempotencyClaim, Route } from './route.ts';
import type { NoteRefusedAccess } from './refused-access.ts';
import type { RequestLimiter } from './request-limits.ts';
import { createSuccessSerializer, type Serialize } from './schema.ts';

export interface CallSettings {
  authenticator: Authenticator;
  adminGuard: AdminGuard;
  /** True on https: the cookie is Secure and bound to the host. */
  secure: boolean;
  tmpDir: string;
  inspectUpload: InspectUpload;
  countUser: RequestLimiter['countUser'];
  noteRefusedAccess: NoteRefusedAccess;
}

/**
 * The server decides when a cookie's content expires; the cookie must only not expire sooner. Browsers allow no longer
 * time.
 */
export const COOKIE_S = 400 * 24 * 3600;

/** Mounts `POST /api/<name>` for every call: identify, decode, authorize, handle, answer. */
export function mountCalls(app: FastifyInstance, routes: readonly Route[], settings: CallSettings): void {
  for (const route of routes) {
    const served: ServedRoute = { ...route, findSerializer: createSuccessSerializer(route) };
    for (const name of [route.call.name, ...(route.call.aliases ?? [])])
      app.post(`/api/${name}`, (request, reply) => answer(served, request, reply, settings));
  }
}

interface ServedRoute extends Route {
  findSerializer(): Promise<Serialize>;
}

export const getRequestLocale = (request: FastifyRequest): Locale =>
  chooseLocale(
    request.cookies[getCookieName(true, LANGUAGE_COOKIE)] ?? request.cookies[LANGUAGE_COOKIE],
    request.headers['accept-language'],
  );

const listWireNames = ({ call }: Route): Map<string, string> =>
  new Map([
    ...getWireNames(call.form),
    ...(call.files ?? []).map((file): [string, string] => [file.name, file.wireName.replace(/\[\]$/, '')]),
  ]);

/** The token, and whether the browser sent it automatically (in a cookie). */
function findToken(
  request: FastifyRequest,
  fields: WireBody,
  secure: boolean,
): { token: string; byCookie: boolean } | null {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const explicitToken =
    bearer ??
    (typeof fields['auth_token'] === 'string' && fields['auth_token'] !== ''
      ? fields['auth_token']
      : undefined);
  if (explicitToken) return { token: explicitToken, byCookie: false };
  const cookie = request.cookies[getCookieName(secure)];
  return cookie ? { token: cookie, byCookie: true } : null;
}

/** The name by which our own scripts identify themselves. In the admin area nobody is impersonated. */
const getClient = (request: FastifyRequest): 'web' | 'admin' | null => {
  const client = request.headers['x-fws-client'];
  return client === 'web' || client === 'admin' ? client : null;
};

/** The impersonation cookie of this browser. */
export const readImpersonationCookie = (request: FastifyRequest, secure: boolean): string | undefined =>
  getClient(request) === 'admin' ? undefined : request.cookies[getCookieName(secure, IMPERSONATION_COOKIE)];

type KnownCaller = { caller: Caller; byCookie: boolean; token: string };

/** The caller. During impersonation this is the impersonated user or nobody, never the admin. */
export async function findCaller(
  request: FastifyRequest,
  fields: WireBody,
  settings: CallSettings,
): Promise<KnownCaller | null> {
  const sessionCaller = await findSessionCaller(request, fields, settings);
  const impersonation = readImpersonationCookie(request, settings.secure);
  if (impersonation === undefined) return sessionCaller;
  const caller =
    sessionCaller && (await settings.adminGuard.getImpersonatedUser(sessionCaller.caller, impersonation));
  return caller && { ...sessionCaller, caller };
}

/** The caller of the session itself, regardless of impersonation. */
export async function findSessionCaller(
  request: FastifyRequest,
  fields: WireBody,
  settings: CallSettings,
): Promise<KnownCaller | null> {
  const token = findToken(request, fields, settings.secure);
  const caller = token && (await settings.authenticator.authenticate(token.token));
  if (!caller) return null;
  await settings.countUser(request, caller.userId);
  return { caller, ...token };
}

async function answer(
  route: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CallSettings,
): Promise<unknown> {
  const locale = getRequestLocale(request);
  const handling: Handling = { caller: null, renewedToken: null };
  const result = await perform(route, { request, reply, handling }, settings);
  if (!result.ok) await settings.noteRefusedAccess(request, handling.caller, route.call.name, result.refusal);
  reachFaultPoint('before_reply');
  // A client that carries its token itself gets the new one, whether the command succeeded or not.
  const renewed = handling.renewedToken === null ? {} : { auth_token: handling.renewedToken };
  if (!result.ok) return sendRefusal(reply, result.refusal, locale, listWireNames(route), renewed);
  reply.serializer(await route.findSerializer());
  const message = result.message ?? { code: route.call.done };
  return {
    status: 200,
    message: translate(locale, message.code, message.values),
    ...(route.call.reply.encode(result.value) as object),
    ...renewed,
  };
}

/** State of a request that is collected while it is handled. */
interface Handling {
  caller: Caller | null;
  /** The session's new token, for a client that carries it itself. */
  renewedToken: string | null;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  handling: Handling;
}

async function perform(route: Route, exchange: Exchange, settings: CallSettings): Promise<Answer<never>> {
  const { request } = exchange;
  // Callers who identify themselves in the headers are resolved before their files are received.
  const early = isNamedInHead(request, settings.secure)
    ? await identify(route, {}, exchange, settings)
    : null;
  if (early && !early.ok) return early;
  const body = await receiveBody(request, route.call.files ?? [], settings.tmpDir);
  try {
    const identified = early ?? (await identify(route, body.fields, exchange, settings));
    if (!identified.ok) return identified;
    return await runHandler(route, { ...exchange, body, ...identified.value }, settings);
  } finally {
    await body.remove();
  }
}

interface Received extends Exchange, Identified {
  body: ReceivedBody;
}

/**
 * Validates the request and runs the call's handler. Files are inspected last, so that a refused request costs no work
 * on them.
 */
async function runHandler(route: Route, received: Received, settings: CallSettings): Promise<Answer<never>> {
  const { call } = route;
  const { body, caller, request } = received;
  if (body.refused) return { ok: false, refusal: buildFileRefusal(body.refused.file, body.refused.reason) };
  const decoded = await decodeForm(call.form, body.fields);
  if (!decoded.ok)
    return {
      ok: false,
      refusal: { kind: 'invalid', ...getFirstError(decoded.errors), fields: decoded.errors },
    };
  const inspected = await inspectUploads(body.uploads, settings.inspectUpload);
  if (!inspected.ok) return inspected;
  const context = buildContext(route, received, inspected, settings);
  const origin = { userId: caller?.userId ?? null, address: request.ip, userAgent: context.userAgent };
  return runInRequest(origin, () =>
    route.handle(decoded.value as never, context as Context & { caller: Caller }),
  ).catch((error: unknown) => toNoRoomRefusal(error, body.uploads));
}

function buildContext(
  route: Route,
  { request, reply, handling, body, known, caller }: Received,
  { files, lists }: CallFiles,
  { authenticator, secure }: CallSettings,
): Context & { caller: Caller | null } {
  const locale = getRequestLocale(request);
  const web = getClient(request) !== null;
  return {
    locale,
    caller,
    web,
    ip: request.ip,
    addressKey: toAddressKey(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    files,
    lists,
    token: known && !known.byCookie ? known.token : null,
    idempotency: findIdempotencyClaim(route, request, body.fields, caller),
    confirm: async (otp) => {
      if (!caller) return refuseCall('unauthenticated', 'common.login_required');
      const confirmed = await authenticator.confirm(caller, otp);
      if (!confirmed.ok) return confirmed;
      if (known?.byCookie) createSessionControl(reply, secure).start(confirmed.value.token);
      else handling.renewedToken = confirmed.value.token;
      return done(null);
    },
    session: createSessionControl(reply, secure),
    impersonation: buildImpersonationCookie(reply, secure),
    ticket: createCookieSlot(TICKET_COOKIE, request, reply, secure, web),
    device: createCookieSlot(DEVICE_COOKIE, request, reply, secure, web),
    login: createCookieSlot(LOGIN_COOKIE, request, reply, secure, web),
  };
}

/** A cookie identifies the caller only for our own script; any other client may still send a token in the body. */
function isNamedInHead(request: FastifyRequest, secure: boolean): boolean {
  const token = findToken(request, {}, secure);
  return token !== null && (!token.byCookie || getClient(request) !== null);
}

interface Identified {
  known: KnownCaller | null;
  /** Null for a guest. */
  caller: Caller | null;
}

/** Resolves the caller and checks that they may make this call. */
async function identify(
  route: Route,
  fields: WireBody,
  { request, handling }: Exchange,
  settings: CallSettings,
): Promise<Outcome<Identified>> {
  const { call } = route;
  const known = await findCaller(request, fields, settings);
  handling.caller = known?.caller ?? null;
  if (readImpersonationCookie(request, settings.secure) !== undefined) {
    if (!known) return refuseCall('unauthenticated', 'admin.impersonation_ended');
    // Nobody acts as an admin through the user they impersonate, not even to read.
    if (!call.reads || call.access === 'admin')
      return refuseCall('forbidden', 'admin.impersonation_read_only');
  }
  if (call.access !== 'public' && !known) return refuseCall('unauthenticated', 'common.login_required');
  // Any site's form sends the cookie; only our own script can set this header.
  if (known?.byCookie && getClient(request) === null) return refuseCall('forbidden', 'common.csrf');
  const admitted = await admit(route, known?.caller ?? null, settings);
  return admitted.ok ? done({ known, caller: admitted.value }) : admitted;
}

/**
 * Checks whether the session suffices: an unverified mobile number allows reading only, admin calls need a permission.
 */
async function admit(
  { call }: Route,
  caller: Caller | null,
  { adminGuard }: CallSettings,
): Promise<Outcome<Caller | null>> {
  if (call.access === 'user' && caller && !caller.mobileVerified && !call.reads && !call.allowUnverified)
    return refuseCall('forbidden', 'identity.mobile_not_verified');
  if (call.access !== 'admin') return done(caller);
  if (!caller || !call.permission) return refuseCall('forbidden', 'admin.not_permitted');
  return adminGuard.admit(caller, call.permission);
}

function findIdempotencyClaim(
  route: Route,
  request: FastifyRequest,
  fields: WireBody,
  caller: Caller | null,
): IdempotencyClaim | null {
  const key = request.headers['idempotency-key'];
  if (!route.call.money || !caller || typeof key !== 'string' || key === '') return null;
  return { userId: caller.userId, key: key.slice(0, 200), requestHash: hashRequest(route.call.name, fields) };
}

/** A cookie that only the web app's own script may use: any site's form sends it, but not the header. */
function createCookieSlot(
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

/** Returns the message of a single wrong field, or "please check" for several. */
function getFirstError(errors: Record<string, FieldError>): FieldError {
  const [only, ...more] = Object.values(errors);
  return only && more.length === 0 ? only : { code: 'common.check_form' };
}
