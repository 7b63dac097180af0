import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkForm } from '@fws/contract/platform/check';
import { done, refuse as refuseCall, type FieldError } from '@fws/contract/platform/refusal';
import { isOutage, UnknownOutcome } from '../db/outage.ts';
import { runInRequest } from '../request-origin.ts';
import { reachFaultPoint } from '../fault-point.ts';
import { translate } from '../messages.ts';
import {
  BROWSER_COOKIE,
  DEVICE_COOKIE,
  LOGIN_COOKIE,
  TICKET_COOKIE,
  buildImpersonationCookie,
  createCookieSlot,
  createSessionControl,
} from './cookies.ts';
import type { Answer } from '../answer.ts';
import type { Caller } from '../caller.ts';
import type { Db } from '../db/index.ts';
import type { Replicas } from '../db/replicas/index.ts';
import { hashRequest, type IdempotencyClaim } from '../idempotency.ts';
import type { InspectUpload } from '../uploads/inspector.ts';
import { receiveBody, type ReceivedBody } from './body.ts';
import {
  getClient,
  getRequestLanguage,
  getRequestLocale,
  identify,
  isNamedInHead,
  type Identified,
} from './caller.ts';
import { toAddressKey } from './client-address.ts';
import { mayCompress } from './compress.ts';
import { buildFileRefusal, inspectUploads, toNotStoredRefusal, type CallFiles } from './call-files.ts';
import { sendRefusal } from './errors.ts';
import { signAddresses, type AddressSettings } from './signed-addresses.ts';
import type { CallFormat, FindFormats, Reader } from './format.ts';
import { findNeededPosition } from './read-position.ts';
import type { Context, Route } from './route.ts';
import type { NoteRefusedAccess } from './refused-access.ts';
import { createSuccessSerializer } from './schema.ts';
import { sendSharedPage, type Serialize } from './shared-page.ts';

export interface CallSettings extends AddressSettings {
  tmpDir: string;
  inspectUpload: InspectUpload;
  noteRefusedAccess: NoteRefusedAccess;
}

/** Replies in the specification's format load more than the value that the web app gets. */
type MountSettings = CallSettings & { readerDeps: Reader['deps']; replicas: Replicas };

/** Mounts `POST /api/<name>` for every call: identify, decode, authorize, handle, answer. */
export function mountCalls(
  app: FastifyInstance,
  routes: readonly Route[],
  findFormats: FindFormats,
  settings: MountSettings,
): void {
  for (const route of routes) {
    const { clean, legacy, aliases } = findFormats(route.call);
    const serveIn = (format: CallFormat): ServedRoute => ({
      ...route,
      format,
      findSerializer: createSuccessSerializer(route.call, format),
    });
    const [forWeb, forOthers] = [serveIn(clean), serveIn(legacy)];
    for (const name of [route.call.name, ...aliases])
      app.post(`/api/${name}`, (request, reply) =>
        answer(getClient(request) === null ? forOthers : forWeb, request, reply, settings),
      );
  }
}

interface ServedRoute extends Route {
  format: CallFormat;
  findSerializer(): Promise<Serialize>;
}

async function answer(
  route: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: MountSettings,
): Promise<unknown> {
  const handling: Handling = {
    caller: null,
    startedToken: null,
    renewedToken: null,
    readDb: null,
    hasCommitted: false,
  };
  try {
    return await performAndReply(route, { request, reply, handling }, settings);
  } catch (error) {
    // An outage while the reply is built must not be answered "nothing was changed".
    if (!route.call.reads && handling.hasCommitted && isOutage(error)) throw new UnknownOutcome(error);
    throw error;
  }
}

async function performAndReply(
  route: ServedRoute,
  { request, reply, handling }: Exchange,
  settings: MountSettings,
): Promise<unknown> {
  const language = getRequestLanguage(request);
  const result = await perform(route, { request, reply, handling }, settings);
  if (!result.ok) await settings.noteRefusedAccess(request, handling.caller, route.call.name, result.refusal);
  reachFaultPoint('before_reply');
  // A client that carries its token itself gets the new one, whether the command succeeded or not.
  const renewed = handling.renewedToken === null ? {} : { auth_token: handling.renewedToken };
  const { format } = route;
  if (!result.ok) return sendRefusal(reply, result.refusal, language, format.fieldNames, renewed);
  const message = result.message ?? { code: route.call.done };
  const envelope = {
    status: 200,
    message: translate(language.locale, message.code, message.values, language.wording),
  };
  if (format.writeSharedPage) {
    const serialize = await route.findSerializer();
    const to = { envelope, locale: language.locale, serialize, compressed: mayCompress(request) };
    return sendSharedPage(reply, await format.writeSharedPage(result.value, to), to.compressed);
  }
  const sessionId = format.signsAddresses ? await findOwnSession(route, handling, settings) : null;
  const readerDeps = handling.readDb ? { ...settings.readerDeps, db: handling.readDb } : settings.readerDeps;
  const reader = { deps: readerDeps, callerId: handling.caller?.userId ?? null };
  const extra = await format.loadExtra(result.value, reader);
  const body = format.encodeReply(result.value, language.locale, extra);
  const signed =
    sessionId === null ? body : signAddresses(body, (path) => settings.addresses.sign(path, sessionId));
  const encoded = { ...signed, ...renewed };
  const refusal = format.findRefusal(result.value);
  if (refusal) return sendRefusal(reply, refusal, language, format.fieldNames, encoded);
  reply.serializer(await route.findSerializer());
  return { ...envelope, ...encoded };
}

/** The session in whose name the addresses of a reply are signed. Admins open files under their own session only. */
async function findOwnSession(
  { call }: Route,
  { caller, startedToken }: Handling,
  { authenticator }: CallSettings,
): Promise<number | null> {
  if (call.access === 'admin' || caller?.impersonation) return null;
  const known = startedToken === null ? caller : await authenticator.authenticate(startedToken);
  return known?.sessionId ?? null;
}

/** State of a request that is collected while it is handled. */
interface Handling {
  caller: Caller | null;
  /** The token of a session that the call has started, for a client that carries it itself. */
  startedToken: string | null;
  /** The session's new token, for a client that carries it itself. */
  renewedToken: string | null;
  /** Where a call that may lag has read. */
  readDb: Db | null;
  /** A transaction of the call has committed. */
  hasCommitted: boolean;
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  handling: Handling;
}

async function perform(
  route: ServedRoute,
  exchange: Exchange,
  settings: MountSettings,
): Promise<Answer<never>> {
  const { request } = exchange;
  const isNamed = isNamedInHead(request, settings.secure);
  // Callers who identify themselves in the headers are resolved before their files are received.
  const early = isNamed && request.isMultipart() ? await identify(route, {}, exchange, settings) : null;
  if (early && !early.ok) return early;
  const body = await receiveBody(request, route.format, settings.tmpDir);
  try {
    const decoded = route.findCallerQuery ? await decode(route, body) : undefined;
    const query = decoded?.ok ? route.findCallerQuery?.(decoded.value as never) : undefined;
    const fields = isNamed ? {} : body.fields;
    const identified = early ?? (await identify(route, fields, exchange, settings, query));
    if (!identified.ok) return identified;
    return await runHandler(route, { ...exchange, body, decoded, ...identified.value }, settings);
  } finally {
    await body.remove();
  }
}

interface Received extends Exchange, Identified {
  body: ReceivedBody;
  /** Undefined when it was not needed yet. */
  decoded: Decoded | undefined;
}

type Decoded = Awaited<ReturnType<typeof decode>>;

/** Reads and checks the values of a request, whoever sent it. */
async function decode({ call, format }: ServedRoute, { fields }: ReceivedBody) {
  const values = await format.readValues(fields);
  return { ...checkForm(await call.form(), values), values };
}

/**
 * Validates the request and runs the call's handler. Files are inspected last, so that a refused request costs no work
 * on them.
 */
async function runHandler(
  route: ServedRoute,
  received: Received,
  settings: MountSettings,
): Promise<Answer<never>> {
  const { body, caller, request } = received;
  if (body.refused) return { ok: false, refusal: buildFileRefusal(body.refused.file, body.refused.reason) };
  const decoded = received.decoded ?? (await decode(route, body));
  if (!decoded.ok)
    return {
      ok: false,
      refusal: { kind: 'invalid', ...getFirstError(decoded.errors), fields: decoded.errors },
    };
  const inspected = await inspectUploads(body.uploads, settings.inspectUpload);
  if (!inspected.ok) return inspected;
  const idempotency = findIdempotencyClaim(route, request, decoded.values, caller);
  const context = { ...buildContext(route, received, inspected, settings), idempotency };
  const origin = {
    address: request.ip,
    userAgent: context.userAgent,
    onCommit: () => void (received.handling.hasCommitted = true),
  };
  return runInRequest(origin, () =>
    route.handle(decoded.value as never, context as Context & { caller: Caller }),
  ).catch((error: unknown) => toNotStoredRefusal(error, body.uploads));
}

function buildContext(
  { call }: Route,
  { request, reply, handling, known, caller }: Received,
  { files, lists }: CallFiles,
  { authenticator, secure, replicas }: MountSettings,
): Omit<Context, 'idempotency'> & { caller: Caller | null } {
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
    readFrom: (deps) => {
      if (!call.mayLag) throw new Error(`${call.name} may not lag`);
      handling.readDb ??= replicas.choose(findNeededPosition(request, known, secure));
      return { ...deps, db: handling.readDb };
    },
    confirm: async (otp) => {
      if (!caller) return refuseCall('unauthenticated', 'common.login_required');
      const confirmed = await authenticator.confirm(caller, otp);
      if (!confirmed.ok) return confirmed;
      if (known?.byCookie) createSessionControl(reply, secure).start(confirmed.value.token);
      else handling.renewedToken = confirmed.value.token;
      return done(null);
    },
    findCodeWait: async () => (caller ? authenticator.findCodeWait(caller) : 0),
    session: web
      ? createSessionControl(reply, secure)
      : { ...createSessionControl(reply, secure), start: (token) => void (handling.startedToken = token) },
    impersonation: buildImpersonationCookie(reply, secure),
    ticket: createCookieSlot(TICKET_COOKIE, request, reply, secure, web),
    device: createCookieSlot(DEVICE_COOKIE, request, reply, secure, web),
    browser: createCookieSlot(BROWSER_COOKIE, request, reply, secure, web),
    login: createCookieSlot(LOGIN_COOKIE, request, reply, secure, web),
  };
}

function findIdempotencyClaim(
  route: Route,
  request: FastifyRequest,
  values: Record<string, unknown>,
  caller: Caller | null,
): IdempotencyClaim | null {
  const key = request.headers['idempotency-key'];
  if (!route.call.money || !caller || typeof key !== 'string' || key === '') return null;
  return { userId: caller.userId, key: key.slice(0, 200), requestHash: hashRequest(route.call.name, values) };
}

/** Returns the message of a single wrong field, or "please check" for several. */
function getFirstError(errors: Record<string, FieldError>): FieldError {
  const [only, ...more] = Object.values(errors);
  return only && more.length === 0 ? only : { code: 'common.check_form' };
}
