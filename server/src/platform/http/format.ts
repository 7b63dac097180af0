import type * as z from 'zod/mini';
import type { AnyCall, CallFile } from '@fws/contract/platform/call';
import type { WireBody } from '@fws/contract/platform/form';
import { JSON_FIELD } from '@fws/contract/platform/call';
import { parseJsonField } from './parsers.ts';

/** How a client writes the requests of a call and reads its replies. */
export interface CallFormat {
  /** The values of a request by their clean names, unchecked. */
  readValues(fields: WireBody): Promise<Record<string, unknown>>;
  /** By clean name: the fields that have another name in this format. */
  fieldNames: ReadonlyMap<string, string>;
  /** The file of the call that a part of a form holds. */
  findFile(partName: string): CallFile | undefined;
  /** What a reply holds beside `status` and `message`. */
  loadReplySchema(): Promise<z.ZodMiniType>;
  encodeReply(value: unknown): object;
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
  return {
    readValues: async (fields) => {
      const json = fields[JSON_FIELD];
      return cleanValues(typeof json === 'string' ? parseJsonField(json) : fields);
    },
    fieldNames: new Map(),
    findFile: (partName) => call.files?.find((file) => file.name === partName),
    loadReplySchema: () => call.reply.schema(),
    encodeReply: (value) => ({ data: value }),
  };
}

/** Forms hold texts and lists of texts. Anything deeper is dropped, so that no body can exhaust the stack. */
const cleanValues = (fields: WireBody): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(toText) : toText(value),
    ]),
  );

export function toText(value: unknown): string {
  // Text in the database cannot contain NUL.
  if (typeof value === 'string') return value.replaceAll('\0', '');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
