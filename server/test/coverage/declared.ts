import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyCall } from '@fws/contract/platform/call';
import * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Definition = z.core.$ZodTypes['_zod']['def'];

/** A field that replies declare. Calls that reply with the same entity declare its fields once. */
export interface DeclaredField {
  name: string;
  /** The field in the reply of each call, as "explore_jobs data[].job_title". */
  places: string[];
}

const CONTRACT = join(import.meta.dirname, '../../../contract/src');

/** Every call of the contract. */
export async function loadCalls(): Promise<AnyCall[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' });
  const calls = new Map<string, AnyCall>();
  for (const file of files.filter((name) => name.endsWith('calls.ts')).toSorted()) {
    const loaded = (await import(join(CONTRACT, file))) as Record<string, unknown>;
    for (const value of Object.values(loaded)) if (isCall(value)) calls.set(value.name, value);
  }
  return [...calls.values()];
}

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'form' in value && 'reply' in value;

export async function listDeclaredFields(calls: readonly AnyCall[]): Promise<DeclaredField[]> {
  const fields = new Map<z.core.$ZodType, Map<string, DeclaredField>>();
  for (const call of calls) {
    for (const { declaration, inner, path } of listFields(z.object({ data: await call.reply() }))) {
      const declared = fields.get(declaration) ?? new Map<string, DeclaredField>();
      fields.set(declaration, declared);
      const field = declared.get(inner) ?? { name: `${call.name} ${path}`, places: [] };
      declared.set(inner, field);
      field.places.push(`${call.name} ${path}`);
    }
  }
  return [...fields.values()].flatMap((declared) => [...declared.values()]);
}

interface Field {
  path: string;
  /** The schema of the entity's property that holds the field. An extended entity has the same ones. */
  declaration: Schema;
  /** The path from that property. */
  inner: string;
}

/** The fields of the result, or of a page's items, belong to an entity. */
function listFields(reply: Schema): Field[] {
  const fields = new Map<string, Field>();
  walk(reply, '', (path, chain) => {
    const entity = chain.find(({ path: at }) => /^\w+(\.items)?(\[\])*\.(?!items\b)/.test(at)) ?? chain[0];
    if (!entity) return;
    const inner = /\w*$/.exec(entity.path)?.[0] + path.slice(entity.path.length);
    fields.set(path, { path, declaration: entity.schema, inner });
  });
  return [...fields.values()];
}

interface Property {
  path: string;
  schema: Schema;
}

type Visit = (path: string, chain: readonly Property[]) => void;

/** Visits each property that contains no other ones. */
function walk(schema: Schema, path: string, visit: Visit, chain: readonly Property[] = []): void {
  const def = getDefinition(schema);
  if (def.type === 'null') return;
  const inner = findWrapped(def);
  if (def.type === 'object') {
    for (const [key, property] of Object.entries(def.shape)) {
      const at = path === '' ? key : `${path}.${key}`;
      walk(property, at, visit, [...chain, { path: at, schema: property }]);
    }
  } else if (inner) {
    for (const option of inner) walk(option, path, visit, chain);
  } else if (def.type === 'array' && hasProperties(def.element)) {
    walk(def.element, `${path}[]`, visit, chain);
  } else {
    visit(path, chain);
  }
}

function hasProperties(schema: Schema): boolean {
  const def = getDefinition(schema);
  return def.type === 'object' || (findWrapped(def)?.some(hasProperties) ?? false);
}

const getDefinition = (schema: Schema) => (schema as z.ZodMiniType).def as Definition;

/** What a schema allows a value to be, if it only adds to other schemas. */
function findWrapped(def: Definition): readonly Schema[] | undefined {
  if (def.type === 'union') return def.options;
  return def.type === 'nullable' || def.type === 'optional' || def.type === 'readonly'
    ? [def.innerType]
    : undefined;
}
