import * as z from 'zod/mini';
import type { AnyCall } from '@fws/contract/platform/call';
import { createFieldReader, joinText, type CallFormat } from '../platform/http/format.ts';
import { findSent, toJsonTexts } from './fields.ts';
import type { AnyTranslation, LegacyField } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

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
    loadReplySchema: async () => reply?.schema ?? describeReply(await call.reply()),
    signsAddresses: true,
    findRefusal: (value) => reply?.findRefusal?.(value as never) ?? null,
    loadExtra: async (value, reader) => reply?.load?.(value as never, reader),
    encodeReply: (value, locale, extra) =>
      reply ? reply.encode(value as never, { locale, extra }) : encodeReply(value),
  };
}

const getName = (field: LegacyField): string => (typeof field === 'string' ? field : field.name);

/** Unknown fields are dropped. */
function readFields(fields: readonly [string, LegacyField][], body: Fields): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of fields) {
    const name = getName(field);
    const sent = findSent(body, name);
    if (sent === undefined && typeof field !== 'string' && field.canBeMissing) continue;
    if (typeof field === 'string') values[key] = joinText(sent);
    else
      values[key] = field.read(field.keepsItems && Array.isArray(sent) ? toJsonTexts(sent) : joinText(sent));
  }
  return values;
}

/** A page has its items in `data` and `next_cursor` beside them. */
function describeReply(result: z.ZodMiniType): z.ZodMiniType {
  const shape = 'shape' in result ? (result.shape as Record<string, z.ZodMiniType>) : {};
  const { items, nextCursor } = shape;
  return items && nextCursor
    ? z.object({ data: items, next_cursor: nextCursor })
    : z.object({ data: result });
}

function encodeReply(value: unknown): object {
  if (typeof value !== 'object' || value === null || !('items' in value) || !('nextCursor' in value))
    return { data: value };
  return { data: value.items, next_cursor: value.nextCursor };
}
