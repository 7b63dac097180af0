import * as z from 'zod/mini';
import type { AnyCall } from '@fws/contract/platform/call';
import { hasCleanNames, getWireNames, readForm, type WireBody } from '@fws/contract/platform/form';
import { createFieldReader, joinText, type CallFormat } from '../platform/http/format.ts';
import type { AnyTranslation, LegacyField } from './translation.ts';

/** The format of clients that follow the specification, and of those that send forms under the contract's names. */
export function createLegacyFormat(call: AnyCall, translation: AnyTranslation): CallFormat {
  const { fields, unpack, files = {}, reply } = translation;
  const listed = Object.entries<LegacyField>(fields ?? {});
  const names = listed.map(([name, field]): [string, string] => [name, getName(field)]);
  const readCleanFields = createFieldReader(call);
  const findFileName = (name: string) => files[name] ?? name;
  return {
    readValues: async (body) => (fields ? readFields(listed, unpack?.(body) ?? body) : readCleanFields(body)),
    fieldNames: new Map([...names, ...Object.entries(files)]),
    findFile: (partName) =>
      call.files?.find(({ name }) => [partName, `${partName}[]`].includes(findFileName(name))),
    loadReplySchema: async () => reply?.schema ?? describeReply(await call.reply.schema()),
    encodeReply: (value) => (reply ? reply.encode(value as never) : encodeReply(value)),
  };
}

const getName = (field: LegacyField): string => (typeof field === 'string' ? field : field.name);

/** Unknown fields are dropped. */
function readFields(fields: readonly [string, LegacyField][], body: WireBody): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of fields) {
    const name = getName(field);
    const sent = body[name] ?? body[name.replace(/\[\]$/, '')];
    if (sent === undefined && typeof field !== 'string' && field.canBeMissing) continue;
    const text = joinText(sent);
    values[key] = typeof field === 'string' ? text : field.read(text);
  }
  return values;
}

/** A page has its items in `data` and `next_cursor` beside them. */
function describeReply(reply: z.ZodMiniType): z.ZodMiniType {
  const { items, nextCursor } = readShape(readShape(reply)['data']);
  return items && nextCursor ? z.object({ data: items, next_cursor: nextCursor }) : reply;
}

const readShape = (schema: z.ZodMiniType | undefined): Record<string, z.ZodMiniType> =>
  schema && 'shape' in schema ? (schema.shape as Record<string, z.ZodMiniType>) : {};

function encodeReply(value: unknown): object {
  if (typeof value !== 'object' || value === null || !('items' in value) || !('nextCursor' in value))
    return { data: value };
  return { data: value.items, next_cursor: value.nextCursor };
}

/** For calls whose translation is still in the contract. */
export function createContractFormat(call: AnyCall): CallFormat {
  const { form, reply, files } = call as AnyCall & { reply: { encode: (value: unknown) => object } };
  const readCleanFields = createFieldReader(call);
  const fileNames = (files ?? []).map(({ name, wireName }): [string, string] => [name, wireName ?? name]);
  return {
    readValues: async (body) => (hasCleanNames(form) ? readCleanFields(body) : readForm(form, body)),
    fieldNames: new Map([...getWireNames(form), ...fileNames]),
    findFile: (partName) =>
      files?.find(({ wireName }) => wireName === partName || wireName === `${partName}[]`),
    loadReplySchema: () => reply.schema(),
    encodeReply: (value) => reply.encode(value),
  };
}
