import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Route } from './route.ts';
import { refusalSchema, successSchema, type JsonSchema } from './schema.ts';

/** The legacy field names of a call, with what may be in them as far as a form can say. */
function formSchema({ call }: Route): JsonSchema {
  const checked = z.toJSONSchema(call.form.schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, JsonSchema>;
  };
  const fields = Object.entries(call.form.fields as Record<string, string | { name: string }>).map(
    ([key, field]): [string, JsonSchema] => {
      const shape = checked.properties?.[key] ?? {};
      const { maxLength, minLength } = shape;
      return [
        typeof field === 'string' ? field : field.name,
        { type: 'string', ...(maxLength ? { maxLength } : {}), ...(minLength ? { minLength } : {}) },
      ];
    },
  );
  const files = (call.files ?? []).map((file): [string, JsonSchema] => [
    file.wireName,
    { type: 'string', format: 'binary' },
  ]);
  const token: [string, JsonSchema][] =
    call.access === 'user'
      ? [['auth_token', { type: 'string', description: 'or Authorization: Bearer, or the session cookie' }]]
      : [];
  return { type: 'object', properties: Object.fromEntries([...token, ...fields, ...files]) };
}

/** OpenAPI 3.1 made from the contract. */
export function openApi(routes: readonly Route[]): JsonSchema {
  const paths = routes.flatMap((route) =>
    [route.call.name, ...(route.call.aliases ?? [])].map((name): [string, JsonSchema] => [
      `/api/${name}`,
      {
        post: {
          operationId: name,
          tags: [route.call.done.split('.')[0]],
          ...(route.call.money
            ? {
                parameters: [
                  {
                    name: 'Idempotency-Key',
                    in: 'header',
                    required: false,
                    schema: { type: 'string', maxLength: 200 },
                  },
                ],
              }
            : {}),
          requestBody: {
            content: Object.fromEntries(
              ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'].map((type) => [
                type,
                { schema: formSchema(route) },
              ]),
            ),
          },
          responses: {
            200: { description: 'Done', content: { 'application/json': { schema: successSchema(route) } } },
            default: { description: 'Refused', content: { 'application/json': { schema: refusalSchema } } },
          },
        },
      },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'FWS',
      version: '1',
      description: 'Every call is a POST; the reply is {status, message, data}.',
    },
    paths: Object.fromEntries(paths),
  };
}

/** The description, and a page to browse it. */
export async function mountDocs(app: FastifyInstance, routes: readonly Route[]): Promise<void> {
  const { default: swagger } = await import('@fastify/swagger');
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  await app.register(async (docs) => {
    await docs.register(swagger, { mode: 'static', specification: { document: openApi(routes) as never } });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  });
}
