import * as z from 'zod/mini';
import type { AnyCall, CallFile } from '@fws/contract/platform/call';
import { JSON_FIELD } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Deps } from '../deps.ts';
import { createSharedPageWriter, type WriteSharedPage } from './shared-page.ts';
import { storePlacesIn, translatePlacesIn } from '../place-names.ts';
import { parseJsonField } from './parsers.ts';
import type { Fields } from './fields.ts';

/** How a client writes the requests of a call and reads its replies. */
export interface CallFormat {
  /** The values of a request by their clean names, unchecked. */
  readValues(fields: Fields): Promise<Record<string, unknown>>;
  /** By clean name: the fields that have another name in this format. */
  fieldNames: ReadonlyMap<string, string>;
  /** The file of the call that a part of a form holds. */
  findFile(partName: string): CallFile | undefined;
  /** What a reply holds beside `status` and `message`. */
  loadReplySchema(): Promise<z.ZodMiniType>;
  /** What replies of this format have in addition to the value, loaded for the whole reply at once. */
  loadExtra(value: unknown, reader: Reader): Promise<unknown>;
  /** `locale`: the reader's language. `extra`: as `loadExtra` returned it. */
  encodeReply(value: unknown, locale: Locale, extra: unknown): object;
  /** Writes a shared page whole, if this format encodes its items once for all readers. */
  writeSharedPage?: WriteSharedPage;
  /** A result that clients of this format take for a refusal; null: they take it for a success. */
  findRefusal(value: unknown): Refusal | null;
  /** Whether addresses of files are signed: clients of this format have no cookie to open them with. */
  signsAddresses: boolean;
}

/** What it takes to load more for a reply, and for whom. */
export interface Reader {
  deps: Pick<Deps, 'db' | 'ports' | 'config'>;
  /** Null for a guest. */
  callerId: number | null;
}

/** The formats of one call, and the other names that clients of the specification know it by. */
export interface CallFormats {
  /** For our own web app, which says so in a header. */
  clean: CallFormat;
  /** For everybody else. */
  legacy: CallFormat;
  aliases: readonly string[];
}

export type FindFormats = (call: AnyCall) => CallFormats;

/** JSON with the names of the contract; with files, a form in which one field holds the JSON. */
export function createCleanFormat(call: AnyCall): CallFormat {
  const readFields = createFieldReader(call);
  const encodeReply = (value: unknown, locale: Locale) => ({ data: translatePlacesIn(value, locale) });
  return {
    ...(call.sharesItems && { writeSharedPage: createSharedPageWriter(encodeReply) }),
    readValues: async (fields) => {
      const json = fields[JSON_FIELD];
      return storePlacesIn(await readFields(typeof json === 'string' ? parseJsonField(json) : fields));
    },
    fieldNames: new Map(),
    findFile: (partName) => call.files?.find((file) => file.name === partName),
    loadReplySchema: async () => z.object({ data: await call.reply() }),
    loadExtra: async () => undefined,
    encodeReply,
    findRefusal: () => null,
    signsAddresses: false,
  };
}

interface Field {
  name: string;
  /** A list of texts; otherwise one text. */
  isList: boolean;
  isOptional: boolean;
}

/** The fields that a call reads. */
export async function describeFields(call: AnyCall): Promise<Field[]> {
  const schema = z.toJSONSchema(await call.form(), { io: 'input', unrepresentable: 'any' });
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    isList: typeof property === 'object' && property.type === 'array',
    isOptional: !schema.required?.includes(name),
  }));
}

/**
 * Reads fields under their clean names, as the texts and lists of texts that a screen would have. A field that is not
 * sent is empty, unless it is optional. Anything deeper is dropped, so that no body can exhaust the stack.
 */
export function createFieldReader(call: AnyCall): (body: Fields) => Promise<Record<string, unknown>> {
  let described: Promise<Field[]> | undefined;
  return async (body) => {
    const fields = await (described ??= describeFields(call));
    return Object.fromEntries(
      fields
        .filter(({ name, isOptional }) => !isOptional || body[name] !== undefined)
        .map(({ name, isList }) => [name, isList ? toTexts(body[name]) : joinText(body[name])]),
    );
  };
}

const toTexts = (sent: unknown): string[] => {
  if (sent === undefined || sent === null) return [];
  return Array.isArray(sent) ? sent.map(toText) : [toText(sent)];
};

/** A field that is sent repeatedly is one text. */
export const joinText = (sent: unknown): string =>
  Array.isArray(sent) ? sent.map(toText).join(',') : toText(sent);

export function toText(value: unknown): string {
  // Text in the database cannot contain NUL.
  if (typeof value === 'string') return value.replaceAll('\0', '');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
