import type * as z from 'zod/mini';
import { JSON_FIELD, type Call, type CallFile } from '@fws/contract/platform/call';
import type { StepUp } from '@fws/contract/platform/refusal';
import { textsReady, translate } from '../i18n/index.ts';
import { CallError } from './callError.ts';
import { takeEarlyReply } from './early.ts';
import { getPosition, notePosition, POSITION_HEADER } from './position.ts';
import { noteServerTime } from './serverTime.ts';

export { CallError } from './callError.ts';
export { noteMissedEvents, notePosition } from './position.ts';
export { getServerTime } from './serverTime.ts';

export interface CallOptions {
  files?: Record<string, File | readonly File[] | null | undefined>;
  /** For money: the same key for every attempt of the same intent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** With files: how much of the form has been sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
}

interface Envelope {
  message?: string;
  data?: unknown;
  errors?: Record<string, string>;
  step_up?: StepUp;
  request_id?: string;
}

/** Calls the server with the values of a screen, as JSON. */
export async function callApi<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  values: z.input<S>,
  options: CallOptions = {},
): Promise<Out> {
  const body = buildBody(call, values, options.files);
  let { reply, envelope } = await exchange(call.name, body, options);
  if (envelope.step_up === 'device' && (await proveDevice()))
    ({ reply, envelope } = await exchange(call.name, body, options));
  if (reply.ok) return envelope.data as Out;
  await textsReady;
  if (reply.status === 401) sessionEndedListener();
  if (reply.status === 412) otherUserListener();
  if (reply.status === 403 && !call.reads && !call.allowUnverified) actionForbiddenListener();
  throw new CallError(reply.status, describe(envelope), envelope.errors ?? {}, envelope.step_up);
}

async function exchange(name: string, body: FormData | string, options: CallOptions) {
  const reply = await send(name, body, options);
  notePosition(reply.headers.get(POSITION_HEADER));
  noteServerTime(reply.headers.get('Date'));
  return { reply, envelope: (await reply.json().catch(() => ({}))) as Envelope };
}

/** Asks the user for a code to prove this device; false when they do not give one. */
type AskForDeviceProof = () => Promise<boolean>;

/** The dialog for it registers this listener; null: no screen can ask. */
let deviceProofListener: AskForDeviceProof | null = null;
export function onDeviceProofAsked(listener: AskForDeviceProof | null): void {
  deviceProofListener = listener;
}

let deviceProof: Promise<boolean> | undefined;
/** Calls that are refused at the same time wait for one code. */
const proveDevice = (): Promise<boolean> =>
  (deviceProof ??= (deviceProofListener?.() ?? Promise.resolve(false)).finally(() => {
    deviceProof = undefined;
  }));

/** What went wrong on our side has an id that support can look up. */
function describe({ message = translate('common.something_wrong'), request_id: id }: Envelope): string {
  return id === undefined ? message : `${message} (${translate('common.reference', { id })})`;
}

/** What may wait for a network registers this listener. */
let notReachedListener: (name: string, body: FormData | string) => void = () => {};
export function onNotReached(listener: typeof notReachedListener): void {
  notReachedListener = listener;
}

/** The session registers this listener, so that the client does not depend on the session. */
let sessionEndedListener: () => void = () => {};
export function onSessionEnded(listener: () => void): void {
  sessionEndedListener = listener;
}

/** Whose screens this tab shows. Every call names them, so that none acts for somebody who has logged in in another tab. */
let shownUserId: number | undefined;
export function setShownUser(id: number | undefined): void {
  shownUserId = id;
}

/** The session registers this listener: the server knows this browser as somebody else by now. */
let otherUserListener: () => void = () => {};
export function onOtherUser(listener: () => void): void {
  otherUserListener = listener;
}

/** The prompt for the code of an unverified mobile number registers this listener: until then, actions are forbidden. */
let actionForbiddenListener: () => void = () => {};
export function onActionForbidden(listener: () => void): void {
  actionForbiddenListener = listener;
}
export const noteForbidden = (): void => actionForbiddenListener();

function buildBody<S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  values: z.input<S>,
  files: CallOptions['files'],
): FormData | string {
  const json = JSON.stringify(values);
  const uploads = listUploads(call.files, files);
  if (uploads.length === 0) return json;
  const form = new FormData();
  form.append(JSON_FIELD, json);
  for (const { name, body } of uploads) form.append(name, body);
  return form;
}

const listUploads = (files: readonly CallFile[] = [], selected: CallOptions['files'] = {}) =>
  files.flatMap(({ name }) => {
    const bodies = selected[name] ?? [];
    return (bodies instanceof File ? [bodies] : bodies).map((body) => ({ name, body }));
  });

async function send(
  name: string,
  body: FormData | string,
  { idempotencyKey, signal, onProgress }: CallOptions,
): Promise<Response> {
  const url = `/api/${name}`;
  const position = getPosition();
  const isAdmin = location.pathname.startsWith('/admin');
  const headers = {
    // The admin area uses the admin's own identity, even while another tab impersonates a user.
    'X-FWS-Client': isAdmin ? 'admin' : 'web',
    ...(!isAdmin && shownUserId !== undefined && { 'X-FWS-User': String(shownUserId) }),
    ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    ...(position && { [POSITION_HEADER]: position }),
    ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
  };
  try {
    if (typeof body !== 'string')
      return await (await import('./upload.ts')).sendForm(url, body, headers, { signal, onProgress });
    return await (takeEarlyReply(name, body) ??
      fetch(url, { method: 'POST', body, headers, ...(signal && { signal }) }));
  } catch (error) {
    if (signal?.aborted || error instanceof CallError) throw error;
    notReachedListener(name, body);
    await textsReady;
    throw new CallError(0, translate('common.no_network'));
  }
}
