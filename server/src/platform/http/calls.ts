import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOutage, UnknownOutcome } from '../db/outage.ts';
import { reachFaultPoint } from '../fault-point.ts';
import { replyWith } from './call-reply.ts';
import { getClient } from './caller.ts';
import type { Exchange, Handling, MountSettings, ServedRoute } from './exchange.ts';
import type { CallFormat, FindFormats } from './format.ts';
import { perform } from './perform-call.ts';
import type { Route } from './route.ts';
import { createSuccessSerializer } from './schema.ts';

export type { CallSettings } from './exchange.ts';

/** Mounts `POST /api/<name>` for every call: identify, decode, authorize, handle, answer. */
export function mountCalls(
  app: FastifyInstance,
  routes: readonly Route[],
  findFormats: FindFormats,
  settings: MountSettings,
): void {
  for (const route of routes) {
    const { clean, legacy, aliases } = findFormats(route.call);
    const serveIn = (format: CallFormat): ServedRoute => ({
      ...route,
      format,
      findSerializer: createSuccessSerializer(route.call, format),
    });
    const [forWeb, forOthers] = [serveIn(clean), serveIn(legacy)];
    for (const name of [route.call.name, ...aliases])
      app.post(`/api/${name}`, (request, reply) =>
        answer(getClient(request) === null ? forOthers : forWeb, request, reply, settings),
      );
  }
}

async function answer(
  route: ServedRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: MountSettings,
): Promise<unknown> {
  const handling: Handling = {
    caller: null,
    startedToken: null,
    renewedToken: null,
    readDb: null,
    hasCommitted: false,
  };
  try {
    return await performAndReply(route, { request, reply, handling }, settings);
  } catch (error) {
    // An outage while the reply is built must not be answered "nothing was changed".
    if (!route.call.reads && handling.hasCommitted && isOutage(error)) throw new UnknownOutcome(error);
    throw error;
  }
}

async function performAndReply(
  route: ServedRoute,
  exchange: Exchange,
  settings: MountSettings,
): Promise<unknown> {
  const { request, handling } = exchange;
  const result = await perform(route, exchange, settings);
  if (!result.ok) {
    settings.logRefusal(request, handling.caller, route.call.name, result.refusal);
    await settings.noteRefusedAccess(request, handling.caller, route.call.name, result.refusal);
  }
  reachFaultPoint('before_reply');
  return replyWith(route, exchange, result, settings);
}
