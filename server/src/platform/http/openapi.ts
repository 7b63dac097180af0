import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { CallFormat, FindFormats } from './format.ts';
import type { Route } from './route.ts';
import { refusalSchema, buildSuccessSchema, type JsonSchema } from './schema.ts';

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'];
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: 200 },
};

/** The field names of a call, with the constraints that a form schema can express. */
async function buildFormSchema({ call }: Route, { fieldNames }: CallFormat): Promise<JsonSchema> {
  const checked = z.toJSONSchema(await call.form(), { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, JsonSchema>;
  };
  const fields = Object.entries(checked.properties ?? {}).map(([name, shape]): [string, JsonSchema] => {
    const { maxLength, minLength } = shape;
    return [
      fieldNames.get(name) ?? name,
      { type: 'string', ...(maxLength ? { maxLength } : {}), ...(minLength ? { minLength } : {}) },
    ];
  });
  const files = (call.files ?? []).map(({ name }): [string, JsonSchema] => [
    fieldNames.get(name) ?? name,
    { type: 'string', format: 'binary' },
  ]);
  const token: [string, JsonSchema][] =
    call.access !== 'public'
      ? [['auth_token', { type: 'string', description: 'or Authorization: Bearer, or the session cookie' }]]
      : [];
  return { type: 'object', properties: Object.fromEntries([...token, ...fields, ...files]) };
}

async function buildOperation(route: Route, name: string, format: CallFormat): Promise<JsonSchema> {
  const form = { schema: await buildFormSchema(route, format) };
  return {
    operationId: name,
    tags: [route.call.done.split('.')[0]],
    ...(route.call.money ? { parameters: [IDEMPOTENCY_KEY] } : {}),
    requestBody: { content: Object.fromEntries(FORM_TYPES.map((type) => [type, form])) },
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: await buildSuccessSchema(route.call, format) } },
      },
      default: { description: 'Refused', content: { 'application/json': { schema: refusalSchema } } },
    },
  };
}

/** Generates OpenAPI 3.1 from the contract. */
export async function buildOpenApi(routes: readonly Route[], findFormats: FindFormats): Promise<JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const { legacy, aliases } = findFormats(route.call);
    for (const name of [route.call.name, ...aliases])
      paths[`/api/${name}`] = { post: await buildOperation(route, name, legacy) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'FWS',
      version: '1',
      description: 'Every call is a POST; the reply is {status, message, data}.',
    },
    paths,
  };
}

const SHOWN_HEADERS = ['content-type', 'content-security-policy', 'cache-control', 'location', 'etag'];

/**
 * Serves the description and a page to browse it. Both are built on first use: few clients ask, and it would slow down
 * each start.
 */
export function mountDocs(app: FastifyInstance, routes: readonly Route[], findFormats: FindFormats): void {
  let docs: Promise<FastifyInstance> | undefined;
  const show = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    docs ??= createDocs(routes, findFormats);
    const answer = await (await docs).inject({ url, headers });
    const isText = String(answer.headers['content-type']).startsWith('text/');
    for (const name of SHOWN_HEADERS) if (answer.headers[name]) reply.header(name, answer.headers[name]);
    return reply.code(answer.statusCode).send(isText ? answer.body : answer.rawPayload);
  };
  app.get('/api/docs', show);
  app.get('/api/docs/*', show);
  // When the docs could not be built, there is nothing to close.
  app.addHook('onClose', async () => (await docs?.catch(() => undefined))?.close());
}

async function createDocs(routes: readonly Route[], findFormats: FindFormats): Promise<FastifyInstance> {
  const { default: swagger } = await import('@fastify/swagger');
  const { default: swaggerUi } = await import('@fastify/swagger-ui');
  const docs = Fastify();
  await docs.register(swagger, {
    mode: 'static',
    specification: { document: (await buildOpenApi(routes, findFormats)) as never },
  });
  await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
  return docs;
}
