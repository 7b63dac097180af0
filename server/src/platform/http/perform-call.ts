import type { FastifyRequest } from 'fastify';
import { checkForm } from '@fws/contract/platform/check';
import { done, refuse, type FieldError, type Outcome } from '@fws/contract/platform/refusal';
import { runInRequest } from '../request-origin.ts';
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
import { hashRequest, type IdempotencyClaim } from '../idempotency.ts';
import { UNLIMITED_PLACE } from '../uploads/unidentified.ts';
import { receiveBody, type ReceivedBody } from './body.ts';
import {
  getClient,
  getRequestLocale,
  getTurnOwner,
  hasToken,
  identify,
  isNamedInHead,
  type Identified,
} from './caller.ts';
import { toAddressKey } from './client-address.ts';
import { buildFileRefusal, inspectUploads, toNotStoredRefusal, type CallFiles } from './call-files.ts';
import type { Exchange, MountSettings, ServedRoute } from './exchange.ts';
import { findNeededPosition } from './read-position.ts';
import type { Context, Route } from './route.ts';

/** Receives a request, identifies its caller, decodes it, and runs the handler. */
export async function perform(
  route: ServedRoute,
  exchange: Exchange,
  settings: MountSettings,
): Promise<Answer<never>> {
  const { request } = exchange;
  const isNamed = isNamedInHead(request, settings.secure);
  // Callers who identify themselves in the headers are resolved before their files are received, and those who do it in
  // a field before their first file.
  const sender: { identified: Outcome<Identified> | null } = {
    identified: isNamed && request.isMultipart() ? await identify(route, {}, exchange, settings) : null,
  };
  if (sender.identified?.ok === false) return sender.identified;
  const body = await receiveBody(request, route.format, {
    tmpDir: settings.tmpDir,
    openPlace: async (fields) => {
      if (hasToken(fields)) sender.identified ??= await identify(route, fields, exchange, settings);
      if (sender.identified?.ok === false) return null;
      if (sender.identified?.value.caller) return UNLIMITED_PLACE;
      return settings.unidentifiedUploads.open(toAddressKey(request.ip));
    },
  });
  try {
    const decoded = route.findCallerQuery ? await decode(route, body) : undefined;
    const query = decoded?.ok ? route.findCallerQuery?.(decoded.value as never) : undefined;
    const fields = isNamed ? {} : body.fields;
    const identified = sender.identified ?? (await identify(route, fields, exchange, settings, query));
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
  const inspected = await inspectUploads(body.uploads, settings.inspectUpload, getTurnOwner(request, caller));
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
      if (!caller) return refuse('unauthenticated', 'common.login_required');
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
