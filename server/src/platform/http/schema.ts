import fastJson from 'fast-json-stringify';
import * as z from 'zod/mini';
import type { Route } from './route.ts';

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

/** The session's new token after a one-time code was sent with the call. The former token expires a minute later. */
const renewedToken: JsonSchema = { auth_token: { type: 'string' } };

/** The schema of a success: the envelope around what the call declares. Undeclared fields are dropped. */
export async function buildSuccessSchema(route: Route): Promise<JsonSchema> {
  const inner = toJsonSchema(await route.call.reply.schema());
  return {
    type: 'object',
    properties: {
      status: { type: 'integer' },
      message: { type: 'string' },
      ...(inner['properties'] as JsonSchema),
      ...(route.call.access === 'public' ? {} : renewedToken),
    },
    required: ['status', 'message', ...((inner['required'] as string[] | undefined) ?? [])],
  };
}

export type Serialize = (body: unknown) => string;

/** Built at a call's first success: building all of them would take a third of a start. */
export function createSuccessSerializer(route: Route): () => Promise<Serialize> {
  let serializer: Promise<Serialize> | undefined;
  return () => (serializer ??= buildSuccessSchema(route).then((schema) => fastJson(schema)));
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
