import type { AnyCall } from '@fws/contract/platform/call';
import * as z from 'zod/mini';
import { findFormats } from '../../../server/src/legacy/index.ts';
import { loadCalls } from '../../../server/test/coverage/declared.ts';
import type { Field, Kind } from './changes.ts';

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Every field of every reply that has a form of its own in the specification's format. */
export async function listFields(): Promise<Field[]> {
  const calls = (await loadCalls()).filter(({ name }) => !name.startsWith('admin_'));
  const fields = await Promise.all(calls.map(listFieldsOfCall));
  return fields.flat();
}

async function listFieldsOfCall(call: AnyCall): Promise<Field[]> {
  const schema = await findFormats(call).legacy.loadReplySchema();
  if (!isTranslated(schema, await call.reply())) return [];
  const leaves = new Map<string, Kind>();
  collectLeaves(z.toJSONSchema(schema, { unrepresentable: 'any' }), '', leaves);
  return [...leaves].map(([path, kind]) => ({ call: call.name, path, kind }));
}

/** Without a translation the reply is the contract's, whose coverage all unit tests check together. */
function isTranslated(schema: z.ZodMiniType, result: z.ZodMiniType): boolean {
  const data = getShape(schema)['data'];
  return data !== result && data !== getShape(result)['items'];
}

const getShape = (schema: z.ZodMiniType): Record<string, unknown> =>
  'shape' in schema ? (schema.shape as Record<string, unknown>) : {};

function collectLeaves(schema: JsonSchema, path: string, leaves: Map<string, Kind>): void {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])] as JsonSchema[];
  if (inner.length > 0) return inner.forEach((option) => collectLeaves(option, path, leaves));
  if (schema.type === 'null') return;
  if (schema.type === 'object') {
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      collectLeaves(property as JsonSchema, path === '' ? name : `${path}.${name}`, leaves);
    return;
  }
  if (schema.type === 'array') {
    const items = schema.items as JsonSchema;
    return hasProperties(items) ? collectLeaves(items, `${path}[]`, leaves) : void leaves.set(path, 'list');
  }
  if (Array.isArray(schema.enum)) return void leaves.set(path, schema.enum as string[]);
  leaves.set(path, schema.type === 'number' || schema.type === 'integer' ? 'number' : toKind(schema.type));
}

const toKind = (type: unknown): Kind => (type === 'boolean' ? 'boolean' : 'string');

const hasProperties = (schema: JsonSchema): boolean =>
  schema.type === 'object' || (schema.anyOf ?? []).some(hasProperties);
