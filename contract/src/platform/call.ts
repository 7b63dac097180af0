import type * as z from 'zod/mini';
import { createSchemaLoader, type Form, type LazySchema } from './form.ts';
import type { SharedMessageId } from './messages.ts';
import type { Permission } from './permissions.ts';
import type { noFields } from './schemas.ts';

const loadShared = createSchemaLoader(() => import('./schemas.ts'));

/** The wire format of a result: its schema (for documentation and the serialiser) and the conversion both ways. */
export interface WireReply<Out, W = unknown> {
  /** Everything except `status` and `message`. */
  schema: LazySchema<z.ZodMiniType<W>>;
  encode: (out: Out) => W;
  decode: (wire: W) => Out;
  /** `data` is the result. */
  clean?: true;
}

/** The field of a form with files that holds the values of the call, as JSON. */
export const JSON_FIELD = 'json';

export type UploadKind = 'image' | 'pdf' | 'word' | 'video';

export interface CallFile {
  name: string;
  wireName?: string;
  kinds: readonly UploadKind[];
  /** The maximum number of files, where more than one may be sent. */
  several?: number;
}

/**
 * One call of the API: `POST /api/<name>`. The server's route and the web's client are both made from it.
 * S: the form's schema (its input is what a screen holds, its output the command a service gets). Out: the clean result.
 */
export interface Call<S extends z.ZodMiniType, Out, W = unknown> {
  name: string;
  /** Who may call: anyone, a signed-in user, or FWS staff. Each domain's policy checks whether the object is theirs. */
  access: 'public' | 'user' | 'admin';
  /**
   * True: the call changes nothing (an admin's may leave an entry in the audit log). Admins who impersonate a user, and
   * accounts whose mobile number is not verified, may make only such calls. Required, so that no call is taken for a
   * write, or for a read, by omission.
   */
  reads: boolean;
  /** Signed-in users may call it before their mobile number is verified, although it changes something. */
  allowUnverified?: true;
  /** The permission that staff need. */
  permission?: Permission;
  form: Form<S>;
  reply: WireReply<Out, W>;
  /** The message on success. */
  done: SharedMessageId;
  files?: readonly CallFile[];
  /** Moves money: honours `Idempotency-Key`. */
  money?: true;
  /** Other names of the same call. */
  aliases?: readonly string[];
}

export type AnyCall = Call<z.ZodMiniType, never, never>;
/** The values that a screen passes to a call. */
export type CallInput<C extends { form: { schema: LazySchema } }> = z.input<
  Awaited<ReturnType<C['form']['schema']>>
>;

/** What `call()` fills in where the wire has the clean names and values. */
type CallDefinition<S extends z.ZodMiniType, Out, W> = Omit<Call<S, Out, W>, 'form' | 'reply'> & {
  /** A schema alone: the wire has its names. Left out: the call has no fields. */
  form?: Form<S> | LazySchema<S>;
  /** A schema alone: `data` is the value unchanged. Left out: `data` is null. */
  reply?: WireReply<Out, W> | LazySchema<z.ZodMiniType<Out>>;
};

export function call<S extends z.ZodMiniType = typeof noFields, Out = null, W = unknown>(
  definition: CallDefinition<S, Out, W>,
): Call<S, Out, W> {
  const { form = loadShared('noFields'), reply = emptyReply } = definition;
  const complete = {
    ...definition,
    form: typeof form === 'function' ? { schema: form, fields: null } : form,
    reply: typeof reply === 'function' ? plainReply(reply) : reply,
  };
  // The defaults of the type parameters describe what was left out.
  return complete as unknown as Call<S, Out, W>;
}

/** The most common reply: `data` is the value. */
export function dataReply<Out, W>(
  schema: LazySchema<z.ZodMiniType<W>>,
  encode: (out: Out) => W,
  decode: (wire: W) => Out,
): WireReply<Out, { data: W }> {
  return {
    schema: async () => (await loadShared('buildDataSchema')())(await schema()),
    encode: (out) => ({ data: encode(out) }),
    decode: (wire) => decode(wire.data),
  };
}

/** The legacy format: the value as the only item of a list. */
export function firstItemReply<Out, W>(
  schema: LazySchema<z.ZodMiniType<W>>,
  encode: (out: Out) => W,
  decode: (wire: W) => Out,
): WireReply<Out, { data: W[] }> {
  return {
    schema: async () => (await loadShared('buildFirstItemSchema')())(await schema()),
    encode: (out) => ({ data: [encode(out)] }),
    decode: (wire) => decode(wire.data[0] as W),
  };
}

const passThrough = <T>(value: T): T => value;

/** For calls without legacy names: the clean value is sent unchanged. */
export const plainReply = <T>(schema: LazySchema<z.ZodMiniType<T>>): WireReply<T, { data: T }> => ({
  ...dataReply(schema, passThrough<T>, passThrough<T>),
  clean: true,
});

export const emptyReply: WireReply<null, { data: null }> = {
  schema: loadShared('nothing'),
  encode: () => ({ data: null }),
  decode: () => null,
  clean: true,
};

/** A page of items, as a schema. */
export const pageSchema =
  <T>(item: LazySchema<z.ZodMiniType<T>>): LazySchema<z.ZodMiniType<Page<T>>> =>
  async () =>
    (await loadShared('buildPageSchema')())(await item());

/** True if requests and replies have the names of the contract. */
export const isClean = ({ form, reply }: Pick<AnyCall, 'form' | 'reply'>): boolean =>
  form.fields === null && reply.clean === true;

export interface Page<T> {
  items: T[];
  /** Send it as `cursor` for the next page; null at the end. */
  nextCursor: string | null;
}

export function pageReply<T, W>(
  schema: LazySchema<z.ZodMiniType<W>>,
  encode: (item: T) => W,
  decode: (wire: W) => T,
): WireReply<Page<T>, { data: W[]; next_cursor: string | null }> {
  return {
    schema: async () => (await loadShared('buildWirePageSchema')())(await schema()),
    encode: (page) => ({ data: page.items.map(encode), next_cursor: page.nextCursor }),
    decode: (wire) => ({ items: wire.data.map(decode), nextCursor: wire.next_cursor }),
  };
}

export const pageWire = { limit: 'limit', cursor: 'cursor' } as const;
