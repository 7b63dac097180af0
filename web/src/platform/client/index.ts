import type * as z from 'zod/mini';
import { isClean, JSON_FIELD, type AnyCall, type Call } from '@fws/contract/platform/call';
import { encodeForm, getWireNames } from '@fws/contract/platform/form';
import type { StepUp } from '@fws/contract/platform/refusal';
import { translate } from '../i18n/index.ts';
import { takeEarlyReply } from './early.ts';

/** A call that was refused, or that got no reply. `message` is ready to show, in the user's language. */
export class CallError extends Error {
  /** 0: no reply arrived. */
  readonly status: number;
  /** By the form's clean field names. */
  readonly fields: Record<string, string>;
  /** What the user must prove before the same call succeeds. */
  readonly stepUp: StepUp | undefined;

  constructor(status: number, message: string, fields: Record<string, string> = {}, stepUp?: StepUp) {
    super(message);
    this.status = status;
    this.fields = fields;
    this.stepUp = stepUp;
  }
}

export interface CallOptions {
  files?: Record<string, File | readonly File[] | null | undefined>;
  /** For money: the same key for every attempt of the same intent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Envelope = { message?: string; errors?: Record<string, string>; step_up?: StepUp };

/** Calls the server with clean values; legacy names and formats stay inside the contract. */
export async function callApi<S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  values: z.input<S>,
  options: CallOptions = {},
): Promise<Out> {
  const body = isClean(call as unknown as AnyCall)
    ? buildCleanBody(call, values, options.files)
    : buildBody(call, values, options.files);
  const reply = await send(call.name, body, options);
  const envelope = (await reply.json().catch(() => ({}))) as Envelope;
  if (reply.ok) return call.reply.decode(envelope as W);
  if (reply.status === 401) sessionEndedListener();
  if (reply.status === 403 && !call.reads) actionForbiddenListener();
  const fields = toCleanNames(call, envelope.errors ?? {});
  throw new CallError(
    reply.status,
    envelope.message ?? translate('common.something_wrong'),
    fields,
    envelope.step_up,
  );
}

/** The session registers this listener, so that the client does not depend on the session. */
let sessionEndedListener: () => void = () => {};
export function onSessionEnded(listener: () => void): void {
  sessionEndedListener = listener;
}

/** The prompt for the code of an unverified mobile number registers this listener: until then, actions are forbidden. */
let actionForbiddenListener: () => void = () => {};
export function onActionForbidden(listener: () => void): void {
  actionForbiddenListener = listener;
}

function buildCleanBody<S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  values: z.input<S>,
  files: CallOptions['files'],
): FormData | string {
  const json = JSON.stringify(values);
  const uploads = listUploads(call, files);
  if (uploads.length === 0) return json;
  const form = new FormData();
  form.append(JSON_FIELD, json);
  for (const { name, body } of uploads) form.append(name, body);
  return form;
}

const listUploads = <S extends z.ZodMiniType, Out, W>(call: Call<S, Out, W>, files: CallOptions['files']) =>
  (call.files ?? []).flatMap(({ name }) => {
    const selected = files?.[name] ?? [];
    return (selected instanceof File ? [selected] : selected).map((body) => ({ name, body }));
  });

function buildBody<S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  values: z.input<S>,
  files: CallOptions['files'],
): FormData | URLSearchParams {
  const fields = encodeForm(call.form, values);
  const uploads = (call.files ?? []).flatMap((file) => {
    const selected = files?.[file.name] ?? [];
    const bodies = selected instanceof File ? [selected] : selected;
    return bodies.map((body) => ({ name: file.wireName ?? file.name, body }));
  });
  if (uploads.length === 0) return new URLSearchParams(fields);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, body } of uploads) form.append(name, body);
  return form;
}

async function send(
  name: string,
  body: FormData | URLSearchParams | string,
  { idempotencyKey, signal }: CallOptions,
): Promise<Response> {
  try {
    const early = !(body instanceof FormData) && takeEarlyReply(name, body.toString());
    if (early) return await early;
    return await fetch(`/api/${name}`, {
      method: 'POST',
      body,
      headers: {
        // The admin area uses the admin's own identity, even while another tab impersonates a user.
        'X-FWS-Client': location.pathname.startsWith('/admin') ? 'admin' : 'web',
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
        ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      },
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, translate('common.no_network'));
  }
}

function toCleanNames<S extends z.ZodMiniType, Out, W>(
  call: Call<S, Out, W>,
  errors: Record<string, string>,
): Record<string, string> {
  const names = [
    ...getWireNames(call.form),
    ...(call.files ?? []).map((file): [string, string] => [
      file.name,
      (file.wireName ?? file.name).replace('[]', ''),
    ]),
  ];
  const cleanNamesByWire = new Map(names.map(([name, wire]) => [wire, name]));
  return Object.fromEntries(
    Object.entries(errors).map(([wire, text]) => [cleanNamesByWire.get(wire) ?? wire, text]),
  );
}
