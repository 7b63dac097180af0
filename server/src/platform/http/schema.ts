import { isDeepStrictEqual } from 'node:util';
import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';
import type { AnyCall } from '@fws/contract/platform/call';
import type { CallFormat } from './format.ts';
import type { Serialize } from './shared-page.ts';

export type JsonSchema = Record<string, unknown>;

/** zod writes `anyOf [x, null]`; a type list serializes faster and reads better. */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  const schema = node as JsonSchema;
  const options = schema['anyOf'];
  if (Array.isArray(options) && options.length === 2) {
    const [first, second] = options as JsonSchema[];
    if (
      second?.['type'] === 'null' &&
      typeof first?.['type'] === 'string' &&
      first['type'] !== 'object' &&
      first['type'] !== 'array'
    )
      return { ...(simplify(first) as JsonSchema), type: [first['type'], 'null'] };
  }
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== '$schema')
      .map(([key, value]) => [key, simplify(value)]),
  );
}

export const toJsonSchema = (schema: z.ZodMiniType): JsonSchema =>
  simplify(z.toJSONSchema(schema, { io: 'output' })) as JsonSchema;

/**
 * Describes a value of several shapes as one shape with all their fields. The serializer would otherwise validate each
 * value to find its shape, which takes longer than writing it. What is undeclared in every shape is still dropped.
 */
export function mergeUnions(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(mergeUnions);
  if (typeof node !== 'object' || node === null) return node;
  const { anyOf, oneOf, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, mergeUnions(value)]),
  );
  const options = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (!options) return rest;
  const shapes = options.filter(({ type }) => type !== 'null');
  const [first] = shapes;
  if (!first || (!shapes.every(({ type }) => type === 'object') && shapes.length > 1))
    return { ...rest, anyOf: options };
  const nullable = shapes.length < options.length ? { nullable: true } : {};
  return { ...rest, ...shapes.slice(1).reduce(mergeShapes, first), ...nullable };
}

/** Fields that both shapes require stay required; a field of which the shapes differ may have any value of its type. */
function mergeShapes(one: JsonSchema, other: JsonSchema): JsonSchema {
  const [fields, otherFields] = [one, other].map(
    ({ properties }) => (properties ?? {}) as Record<string, JsonSchema>,
  );
  const [required, otherRequired] = [one, other].map(({ required: names }) => (names ?? []) as string[]);
  const properties = { ...fields, ...otherFields };
  for (const [name, field] of Object.entries(fields ?? {})) {
    const otherField = otherFields?.[name];
    if (otherField) properties[name] = mergeFields(field, otherField);
  }
  return { type: 'object', properties, required: required?.filter((name) => otherRequired?.includes(name)) };
}

function mergeFields(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (isDeepStrictEqual(one, other)) return one;
  if (one['type'] === 'object' && other['type'] === 'object') return mergeShapes(one, other);
  return one['type'] === other['type'] && one['type'] !== 'array' ? { type: one['type'] } : {};
}

/** The session's new token after a one-time code was sent with the call. The former token expires a minute later. */
const renewedToken: JsonSchema = { auth_token: { type: 'string' } };

/** The schema of a success: the envelope around what the call declares. Undeclared fields are dropped. */
export async function buildSuccessSchema(
  call: Pick<AnyCall, 'access'>,
  format: CallFormat,
): Promise<JsonSchema> {
  const inner = toJsonSchema(await format.loadReplySchema());
  return {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      message: { type: 'string' },
      ...(inner['properties'] as JsonSchema),
      ...(call.access === 'public' ? {} : renewedToken),
    },
    required: ['status', 'message', ...((inner['required'] as string[] | undefined) ?? [])],
  };
}

/** Built at a call's first success: building all of them would take a third of a start. */
export function createSuccessSerializer(call: AnyCall, format: CallFormat): () => Promise<Serialize> {
  let serializer: Promise<Serialize> | undefined;
  return () =>
    (serializer ??= buildSuccessSchema(call, format).then((schema) =>
      fastJson(mergeUnions(schema) as object),
    ));
}

export const refusalSchema: JsonSchema = {
  type: 'object',
  properties: {
    status: { type: 'integer' },
    message: { type: 'string' },
    data: { type: 'null' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
    step_up: { type: 'string' },
    ...renewedToken,
  },
  required: ['status', 'message', 'data'],
};
