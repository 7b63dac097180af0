import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallFile, UploadKind } from '@fws/contract/platform/call';
import { decodeForm } from '@fws/contract/platform/check';
import { wireNames, type WireBody } from '@fws/contract/platform/form';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import {
  done,
  refuse as refuseCall,
  type FieldError,
  type Outcome,
  type Refusal,
} from '@fws/contract/platform/refusal';
import { answering } from '../actor.ts';
import { faultPoint } from '../fault-point.ts';
import { localeOf, translate } from '../messages.ts';
import {
  cookieName,
  LOOK_COOKIE,
  DEVICE_COOKIE,
  LOGIN_COOKIE,
  TICKET_COOKIE,
  type AdminGuard,
  type Authenticator,
  type Caller,
} from './auth.ts';
import { isDiskFull } from '../uploads/disk-full.ts';
import { readBody, type ReadBody } from './body.ts';
import { refusalBody } from './errors.ts';
import { hashRequest } from './idempotency.ts';
import type { Context, IdempotencyClaim, Route } from './route.ts';
import { refusalSchema, successSchema } from './schema.ts';

export interface CallSettings {
  authenticator: Authenticator;
  adminGuard: AdminGuard;
  /** https: the cookie is Secure and host-bound. */
  secure: boolean;
  tmpDir: string;
}

/** The server decides when what is in a cookie ends; the cookie only must not be gone sooner. Browsers keep none longer. */
export const COOKIE_S = 400 * 24 * 3600;

const FILE_MESSAGE = {
  too_large: 'common.file_too_large',
  wrong_type: 'common.file_wrong_type',
  damaged: 'common.file_damaged',
  too_many: 'common.too_many_files',
  no_room: 'common.storage_full',
} as const;
const FILE_KIND = {
  too_large: 'too_large',
  wrong_type: 'wrong_type',
  damaged: 'invalid',
  too_many: 'invalid',
  no_room: 'unavailable',
} as const;

/** `POST /api/<name>` for every call: who, what, may they, do it, answer. */
export async function mountCalls(
  app: FastifyInstance,
  routes: readonly Route[],
  settings: CallSettings,
): Promise<void> {
  for (const route of routes) {
    // One schema for all refusals: each that is named is compiled for each call, which is most of a start.
    const schema = { response: { 200: await successSchema(route), default: refusalSchema } };
    for (const name of [route.call.name, ...(route.call.aliases ?? [])])
      app.post(`/api/${name}`, { schema }, (request, reply) => answer(route, request, reply, settings));
  }
}

export const requestLocale = (request: FastifyRequest): Locale =>
  localeOf(request.cookies['lang'], request.headers['accept-language']);

const namesOf = ({ call }: Route): Map<string, string> =>
  new Map([
    ...wireNames(call.form),
    ...(call.files ?? []).map((file): [string, string] => [file.name, file.wireName.replace(/\[\]$/, '')]),
  ]);

/** The token, and whether the browser sent it by itself. */
function tokenOf(
  request: FastifyRequest,
  fields: WireBody,
  secure: boolean,
): { token: string; byCookie: boolean } | null {
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const given =
    bearer ??
    (typeof fields['auth_token'] === 'string' && fields['auth_token'] !== ''
      ? fields['auth_token']
      : undefined);
  if (given) return { token: given, byCookie: false };
  const cookie = request.cookies[cookieName(secure)];
  return cookie ? { token: cookie, byCookie: true } : null;
}

/** What our own scripts call themselves. In the admin area people are always who they are. */
const clientOf = (request: FastifyRequest): 'web' | 'admin' | null => {
  const client = request.headers['x-fws-client'];
  return client === 'web' || client === 'admin' ? client : null;
};

/** The browser is set to look as somebody else sees. */
export const lookOf = (request: FastifyRequest, secure: boolean): string | undefined =>
  clientOf(request) === 'admin' ? undefined : request.cookies[cookieName(secure, LOOK_COOKIE)];

type Known = { caller: Caller; byCookie: boolean; token: string };

/** Who asks. In a look that is whom somebody of FWS looks as, or nobody: never the one who looks. */
export async function callerOf(
  request: FastifyRequest,
  fields: WireBody,
  settings: CallSettings,
): Promise<Known | null> {
  const own = await ownCallerOf(request, fields, settings);
  const look = lookOf(request, settings.secure);
  if (look === undefined) return own;
  const caller = own && (await settings.adminGuard.looksAs(own.caller, look));
  return caller && { ...own, caller };
}

/** Whose session it is, whatever they look at. */
export async function ownCallerOf(
  request: FastifyRequest,
  fields: WireBody,
  settings: CallSettings,
): Promise<Known | null> {
  const token = tokenOf(request, fields, settings.secure);
  const caller = token && (await settings.authenticator.authenticate(token.token));
  return caller ? { caller, ...token } : null;
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: CallSettings,
): Promise<unknown> {
  const { call } = route;
  const locale = requestLocale(request);
  const names = namesOf(route);
  const refuse = (refusal: Refusal, renewed: object = {}) => {
    const body = refusalBody(refusal, locale, names);
    return reply.code(body.status).send({ ...body, ...renewed });
  };

  const body = await readBody(request, call.files ?? [], settings.tmpDir);
  const web = clientOf(request) !== null;
  const known = await callerOf(request, body.fields, settings);
  if (lookOf(request, settings.secure) !== undefined) {
    if (!known) return refuse({ kind: 'unauthenticated', code: 'admin.look_ended' });
    if (!call.reads) return refuse({ kind: 'forbidden', code: 'admin.look_read_only' });
  }
  if (call.access !== 'public' && !known)
    return refuse({ kind: 'unauthenticated', code: 'common.login_required' });
  // A cookie goes along with any site's form; this header only with our own script.
  if (known?.byCookie && !web) return refuse({ kind: 'forbidden', code: 'common.csrf' });
  const admitted = await admit(route, known?.caller ?? null, settings);
  if (!admitted.ok) return refuse(admitted.refusal);
  if (body.refused) return refuse(fileRefusal(body.refused, call.files ?? []));
  const decoded = await decodeForm(call.form, body.fields);
  if (!decoded.ok) return refuse({ kind: 'invalid', ...firstError(decoded.errors), fields: decoded.errors });

  const caller = admitted.value;
  let renewedToken: string | undefined;
  const renew = (token: string) => {
    if (known?.byCookie) sessionOf(reply, settings.secure).start(token);
    else renewedToken = token;
  };
  const context: Context & { caller: Caller | null } = {
    locale,
    caller,
    web,
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    files: body.files,
    lists: body.lists,
    token: known && !known.byCookie ? known.token : null,
    idempotency: claimOf(route, request, body.fields, caller),
    confirm: async (otp) => {
      if (!caller) return refuseCall('unauthenticated', 'common.login_required');
      const confirmed = await settings.authenticator.confirm(caller, otp);
      if (!confirmed.ok) return confirmed;
      renew(confirmed.value.token);
      return done(null);
    },
    session: sessionOf(reply, settings.secure),
    look: lookCookieOf(reply, settings.secure),
    ticket: cookieSlot(TICKET_COOKIE, request, reply, settings.secure, web),
    device: cookieSlot(DEVICE_COOKIE, request, reply, settings.secure, web),
    login: cookieSlot(LOGIN_COOKIE, request, reply, settings.secure, web),
  };
  const result = await answering(
    { userId: caller?.userId ?? null, address: request.ip, userAgent: context.userAgent },
    () => route.handle(decoded.value as never, context as Context & { caller: Caller }),
  ).catch((error: unknown) => noRoom(error, body, call.files ?? []));
  faultPoint('before_reply');
  // A client that carries its token itself learns the new one, whatever became of the command.
  const renewed = renewedToken === undefined ? {} : { auth_token: renewedToken };
  if (!result.ok) return refuse(result.refusal, renewed);
  const message = result.message ?? { code: call.done };
  return {
    status: 200,
    message: translate(locale, message.code, message.values),
    ...(call.reply.encode(result.value) as object),
    ...renewed,
  };
}

/** Whether a session is enough: an unverified mobile number allows to look, the admin's calls need a permission. */
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

function claimOf(
  route: Route,
  request: FastifyRequest,
  fields: WireBody,
  caller: Caller | null,
): IdempotencyClaim | null {
  const key = request.headers['idempotency-key'];
  if (!route.call.money || !caller || typeof key !== 'string' || key === '') return null;
  return { userId: caller.userId, key: key.slice(0, 200), requestHash: hashRequest(route.call.name, fields) };
}

/** A cookie that only the web app's own script may use: any site's form takes it along, but not the header. */
function cookieSlot(
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  secure: boolean,
  web: boolean,
) {
  const cookie = cookieName(secure, name);
  return {
    read: () => (web ? (request.cookies[cookie] ?? null) : null),
    keep: (value: string) => void reply.setCookie(cookie, value, { ...hidden(secure), maxAge: COOKIE_S }),
    drop: () => void reply.clearCookie(cookie, hidden(secure)),
  };
}

/** `SameSite=Lax`: it comes along when somebody returns from another site, and with nothing that site sends. */
export const hidden = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure }) as const;

export function sessionOf(reply: FastifyReply, secure: boolean): Context['session'] {
  const cookie = hidden(secure);
  return {
    start: (token) => void reply.setCookie(cookieName(secure), token, { ...cookie, maxAge: COOKIE_S }),
    end: () => void reply.clearCookie(cookieName(secure), cookie),
  };
}

/** It has no end of its own: the server knows when it counts no more, and then nobody is looking. */
export function lookCookieOf(reply: FastifyReply, secure: boolean): Context['look'] {
  const name = cookieName(secure, LOOK_COOKIE);
  return {
    start: (token) => void reply.setCookie(name, token, hidden(secure)),
    end: () => void reply.clearCookie(name, hidden(secure)),
  };
}

function fileRefusal(refused: NonNullable<ReadBody['refused']>, files: readonly CallFile[]): Refusal {
  const { name, reason } = refused;
  const kinds = files.find((file) => file.name === name)?.kinds ?? [];
  const code = reason === 'wrong_type' ? wrongType(kinds) : FILE_MESSAGE[reason];
  return { kind: FILE_KIND[reason], code, fields: { [name]: { code } } };
}

/** A file that was received and then had no place in the store: said beside it, as if it had not been received. */
function noRoom(
  error: unknown,
  { files, lists }: ReadBody,
  known: readonly CallFile[],
): { ok: false; refusal: Refusal } {
  const [name] = [...Object.keys(files), ...Object.keys(lists)];
  if (name === undefined || !isDiskFull(error)) throw error;
  return { ok: false, refusal: fileRefusal({ name, reason: 'no_room' }, known) };
}

function wrongType(asked: readonly UploadKind[]): SharedMessageId {
  if (asked.includes('word')) return 'common.file_not_a_document';
  if (asked.includes('pdf')) return FILE_MESSAGE.wrong_type;
  return asked.includes('video') ? 'common.file_not_a_video' : 'common.file_not_an_image';
}

/** One wrong field: its own message. Several: "please check". */
function firstError(errors: Record<string, FieldError>): FieldError {
  const [only, ...more] = Object.values(errors);
  return only && more.length === 0 ? only : { code: 'common.check_form' };
}
