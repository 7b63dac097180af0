import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { importJWK, jwtVerify } from 'jose';
import type { Context } from '../context.ts';
import { applyFaults } from '../faults.ts';
import type { PushSubscription } from '../state.ts';
import { VendorError } from '../vendor-error.ts';
import { findManner, keepMessage } from './messages.ts';
import { createBrowserKeys, decryptPush } from './push-crypto.ts';

const BODY_MAX = 4096;
const TTL_MAX_SECONDS = 2_419_200;

interface Payload {
  title?: string;
  body?: string;
  path?: string;
  tag?: string;
  reference?: string;
  actions?: { title: string; path?: string }[];
}

/**
 * A push service (RFC 8030) with browsers that are always there. A test subscribes, as a browser does for its page, and
 * reads what arrived in the outbox.
 */
export function addPushService(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.post<{ Body: { label: string; applicationServerKey?: string } }>(
    '/push/subscriptions',
    {
      schema: {
        body: {
          type: 'object',
          required: ['label'],
          properties: { label: { type: 'string', minLength: 1 }, applicationServerKey: { type: 'string' } },
        },
      },
    },
    async ({ body }) => {
      const subscription: PushSubscription = {
        id: randomUUID(),
        label: body.label,
        ...createBrowserKeys(),
        serverKey: body.applicationServerKey ?? null,
        ended: false,
        at: context.now().toISOString(),
      };
      state.pushSubscriptions[subscription.id] = subscription;
      return {
        endpoint: `${context.url}/push/${subscription.id}`,
        expirationTime: null,
        keys: { p256dh: subscription.p256dh, auth: subscription.auth },
      };
    },
  );

  app.delete<{ Params: { id: string } }>('/push/:id', async ({ params }) => {
    findSubscription(context, params.id).ended = true;
    return { done: true };
  });

  void app.register(async (service) => {
    applyFaults(service, context.faults);
    service.removeAllContentTypeParsers();
    service.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
      done(null, body),
    );
    service.post<{ Params: { id: string }; Body: Buffer }>('/push/:id', (request, reply) =>
      receive(context, request, reply),
    );
  });
}

function findSubscription({ state }: Context, id: string): PushSubscription {
  const subscription = state.pushSubscriptions[id];
  if (!subscription) throw new VendorError(404, 'not_found', 'no such subscription');
  return subscription;
}

async function receive(
  context: Context,
  request: FastifyRequest<{ Params: { id: string }; Body: Buffer }>,
  reply: FastifyReply,
) {
  const subscription = findSubscription(context, request.params.id);
  const { headers, body } = request;
  const manner = findManner(context, subscription.label);
  if (subscription.ended || manner === 'undelivered')
    return reply.code(410).type('text/plain').send('the subscription has ended');
  const serverKey = await verifySender(context, headers.authorization ?? '');
  subscription.serverKey ??= serverKey;
  if (serverKey !== subscription.serverKey) throw new VendorError(403, 'forbidden', 'another key subscribed');
  if (manner === 'refused') throw new VendorError(403, 'forbidden', 'refused on purpose');
  checkHeaders(headers);
  const text = readMessage(body, subscription);
  keepPush(context, subscription, text);
  // RFC 8030: 201 with the address of the message.
  return reply.code(201).header('location', `${context.url}/push/messages/${randomUUID()}`).send();
}

function checkHeaders(headers: FastifyRequest['headers']): void {
  const ttl = Number(headers['ttl'] ?? Number.NaN);
  if (!(ttl >= 0 && ttl <= TTL_MAX_SECONDS)) throw new VendorError(400, 'ttl_invalid', 'TTL is required');
  if (headers['content-encoding'] !== 'aes128gcm')
    throw new VendorError(415, 'encoding_invalid', 'the content encoding is not aes128gcm');
  const topic = headers['topic'];
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(String(topic)))
    throw new VendorError(400, 'topic_invalid', 'a topic has at most 32 characters of base64url');
  const urgency = headers['urgency'];
  if (urgency !== undefined && !/^(very-low|low|normal|high)$/.test(String(urgency)))
    throw new VendorError(400, 'urgency_invalid', 'no such urgency');
}

function readMessage(body: Buffer, subscription: PushSubscription): string {
  try {
    return decryptPush(body, subscription);
  } catch (error) {
    throw new VendorError(400, 'message_invalid', error instanceof Error ? error.message : 'unreadable');
  }
}

/** Verifies `vapid t=…, k=…` (RFC 8292) and returns the sender's public key. */
async function verifySender({ url }: Context, authorization: string): Promise<string> {
  const [, token = ''] = /(?:^vapid |, *)t=([\w.-]+)/i.exec(authorization) ?? [];
  const [, publicKey = ''] = /(?:^vapid |, *)k=([\w-]+)/i.exec(authorization) ?? [];
  const bytes = Buffer.from(publicKey, 'base64url');
  if (token === '' || bytes.length !== 65) throw new VendorError(401, 'unauthorized', 'no VAPID credentials');
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: bytes.subarray(1, 33).toString('base64url'),
      y: bytes.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  const verified = await jwtVerify(token, key, { audience: new URL(url).origin }).catch(() => null);
  const { exp = 0, sub = '' } = verified?.payload ?? {};
  const isShort = exp - Date.now() / 1000 <= 24 * 3600;
  if (!verified || !isShort || !/^(mailto:|https:)/.test(sub))
    throw new VendorError(403, 'forbidden', 'the VAPID token is not valid');
  return publicKey;
}

function keepPush(context: Context, { label }: PushSubscription, text: string): void {
  const payload = parsePayload(text);
  const toLink = (path: string | undefined) =>
    path === undefined ? null : `${context.settings.fwsUrl}${path}`;
  keepMessage(context, {
    id: randomUUID(),
    to: label,
    channel: 'push',
    vendor: 'push',
    reference: payload.reference ?? payload.tag ?? null,
    title: payload.title ?? null,
    text: payload.body ?? text,
    link: toLink(payload.path),
    actions: (payload.actions ?? []).map(({ title, path }) => ({
      title,
      link: toLink(path ?? payload.path),
    })),
    state: 'delivered',
  });
}

function parsePayload(text: string): Payload {
  try {
    return JSON.parse(text) as Payload;
  } catch {
    return {};
  }
}
