import type { Refusal } from '@fws/contract/platform/refusal';
import type { Answer } from '../answer.ts';
import { endSentence, translate } from '../messages.ts';
import { getRequestLanguage, getRequestLocale } from './caller.ts';
import { mayCompress } from './compress.ts';
import { sendRefusal } from './errors.ts';
import type { CallSettings, Exchange, Handling, MountSettings, ServedRoute } from './exchange.ts';
import type { Route } from './route.ts';
import { sendSharedPage, type WriteSharedPage } from './shared-page.ts';
import { signAddresses } from './signed-addresses.ts';

type Success = Answer<never> & { ok: true };

/** Replies in the format of the client. */
export async function replyWith(
  route: ServedRoute,
  exchange: Exchange,
  answer: Answer<never>,
  settings: MountSettings,
): Promise<unknown> {
  if (!answer.ok) return replyRefused(route, exchange, answer.refusal, findRenewedToken(exchange.handling));
  const { format } = route;
  if (format.writeSharedPage)
    return replySharedPage(route, exchange, answer, format.writeSharedPage, settings);
  const encoded = await encodeValue(route, exchange, answer.value, settings);
  const refusal = format.findRefusal(answer.value);
  if (refusal) return replyRefused(route, exchange, refusal, encoded);
  exchange.reply.serializer(await route.findSerializer());
  return { ...(await buildEnvelope(route, exchange, answer, settings)), ...encoded };
}

const replyRefused = (
  { format }: ServedRoute,
  { request, reply }: Exchange,
  refusal: Refusal,
  fields: object,
): unknown => sendRefusal(reply, refusal, getRequestLanguage(request), format.fieldNames, fields);

async function replySharedPage(
  route: ServedRoute,
  exchange: Exchange,
  answer: Success,
  write: WriteSharedPage,
  settings: MountSettings,
): Promise<unknown> {
  const { request, reply } = exchange;
  const serialize = await route.findSerializer();
  const envelope = await buildEnvelope(route, exchange, answer, settings);
  const to = { envelope, locale: getRequestLocale(request), serialize, compressed: mayCompress(request) };
  return sendSharedPage(reply, await write(answer.value, to), to.compressed);
}

async function buildEnvelope(
  { call }: Route,
  { request }: Exchange,
  { message }: Success,
  { workers }: MountSettings,
) {
  const { locale, wording } = getRequestLanguage(request);
  const { code, values } = message ?? { code: call.done, values: undefined };
  const text = translate(locale, code, values, wording);
  if (!call.sendsCode || !(await workers.areTasksLate())) return { status: 200, message: text };
  return { status: 200, message: `${endSentence(locale, text)} ${translate(locale, 'identity.code_late')}` };
}

/** A client that carries its token itself gets the new one, whether the command succeeded or not. */
const findRenewedToken = ({ renewedToken }: Handling): { auth_token?: string } =>
  renewedToken === null ? {} : { auth_token: renewedToken };

/** The fields of the reply, with signed addresses of files. */
async function encodeValue(
  route: ServedRoute,
  { handling, request }: Exchange,
  value: never,
  settings: MountSettings,
): Promise<Record<string, unknown>> {
  const { format } = route;
  const sessionId = format.signsAddresses ? await findOwnSession(route, handling, settings) : null;
  const readerDeps = handling.readDb ? { ...settings.readerDeps, db: handling.readDb } : settings.readerDeps;
  const reader = { deps: readerDeps, callerId: handling.caller?.userId ?? null };
  const extra = await format.loadExtra(value, reader);
  const body = format.encodeReply(value, getRequestLocale(request), extra);
  const signed =
    sessionId === null ? body : signAddresses(body, (path) => settings.addresses.sign(path, sessionId));
  return { ...signed, ...findRenewedToken(handling) };
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
