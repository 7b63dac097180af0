import * as z from 'zod/mini';
import type { AnyCall, Call, Page } from '@fws/contract/platform/call';
import { mergeOwnFields, type SharedItem, type SharedPage } from '@fws/contract/platform/shared-page';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Locale } from '@fws/contract/platform/messages';
import type { Reader } from '../platform/http/format.ts';
import type { Fields } from '../platform/http/fields.ts';

/** A field of the specification's form: its name and, if the text is not the value, how to read it. */
export type LegacyField<V = never> = string | TranslatedField<V>;

export interface TranslatedField<V> {
  /** "skills[]": may be sent with or without the brackets. */
  name: string;
  read: (text: string) => V;
  /** A field that is sent as a list is read as a JSON array, so that its items may hold commas. */
  keepsItems?: true;
  /** When the form omits the field, its value is absent instead of empty. */
  canBeMissing?: true;
}

/** What an encoder knows besides the value. */
export interface EncodeContext<Extra> {
  /** The reader's language. */
  locale: Locale;
  extra: Extra;
}

/** How the specification writes a reply, except for `status` and `message`. */
export interface LegacyReply<Out> {
  schema: z.ZodMiniType;
  /** Loads what the specification wants in addition to the value, with one statement for all items of a page. */
  load?: (value: Out, reader: Reader) => Promise<unknown>;
  /** `extra`: as `load` returned it. */
  encode: (value: Out, context: EncodeContext<unknown>) => object;
  /** When the specification does not count this value as a success. The reply has the refusal's status, and its fields. */
  findRefusal?: (value: Out) => Refusal | null;
}

/** How clients of the specification write the requests of a call and read its replies. */
export interface Translation<Values, Out> {
  /** Other names of the same call. */
  aliases?: readonly string[];
  /** Left out: the form has the names of the contract. */
  fields?: { [Name in keyof Values & string]-?: LegacyField<NonNullable<Values[Name]>> };
  /** Splits a field that stands for several values, before the fields are read. */
  unpack?: (body: Fields) => Fields;
  /** By clean name. */
  files?: Readonly<Record<string, string>>;
  /** Left out: `data` is the value, or a page's items. */
  reply?: LegacyReply<Out>;
}

export type AnyTranslation = Translation<Record<string, never>, never>;
export type CallTranslation = readonly [AnyCall, AnyTranslation];

/** The translation of one call; the types hold it to the call's values and result. */
export const translateCall = <S extends z.ZodMiniType, Out>(
  call: Call<S, Out>,
  translation: Translation<z.input<S>, Out>,
): CallTranslation => [call, translation as unknown as AnyTranslation];

/** `data` is the value. */
export const replyWithData = <Out, W>(
  schema: z.ZodMiniType<W>,
  encode: (value: Out) => W,
): LegacyReply<Out> => ({
  schema: z.object({ data: schema }),
  encode: (value) => ({ data: encode(value) }),
});

type Encode<Value, W, Extra> = (value: Value, context: EncodeContext<Extra>) => W;

/** `data` is a list with the value as its only item. */
export const replyWithItem = <Out, W, Extra = undefined>(
  schema: z.ZodMiniType<W>,
  encode: Encode<Out, W, Extra>,
  load?: (value: Out, reader: Reader) => Promise<Extra>,
): LegacyReply<Out> => ({
  schema: z.object({ data: z.array(schema) }),
  load: async (value, reader) => load?.(value, reader),
  encode: (value, context) => ({ data: [encode(value, context as EncodeContext<Extra>)] }),
});

/** `data` is the list of a page's items; `next_cursor` asks for the next page. */
export const replyWithPage = <Item, W, Extra = undefined>(
  schema: z.ZodMiniType<W>,
  encode: Encode<Item, W, Extra>,
  load?: (items: readonly Item[], reader: Reader) => Promise<Extra>,
): LegacyReply<Page<Item>> => ({
  schema: z.object({ data: z.array(schema), next_cursor: z.nullable(z.string()) }),
  load: async ({ items }, reader) => load?.(items, reader),
  encode: ({ items, nextCursor }, context) => ({
    data: items.map((item) => encode(item, context as EncodeContext<Extra>)),
    next_cursor: nextCursor,
  }),
});

/** The same for a page whose items are shared: `data` is one list, as its reader sees it. */
export function replyWithSharedPage<Item extends SharedItem, W>(
  schema: z.ZodMiniType<W>,
  encode: Encode<Item, W, undefined>,
): LegacyReply<SharedPage<Item>> {
  const reply = replyWithPage(schema, encode);
  return { ...reply, encode: (page, context) => reply.encode(mergeOwnFields(page), context) };
}
