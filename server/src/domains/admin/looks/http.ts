import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/domain.ts';
import { lookCookieOf, findSessionCaller, type CallSettings } from '../../../platform/http/calls.ts';
import { LOOK_END_PATH } from '../../../platform/http/look-page.ts';
import { endLook } from './service.ts';

/** `POST /api/look/end`: the button of the banner, a form that needs no script. Redirects to the impersonated user. */
export function mountLookEnd(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  app.post(LOOK_END_PATH, async (request, reply) => {
    const own = await findSessionCaller(request, {}, settings);
    const userId = own && (await endLook(deps, own.caller));
    lookCookieOf(reply, settings.secure).end();
    return reply
      .header('cache-control', 'no-store')
      .redirect(userId === null ? '/admin/users' : `/admin/users/${userId}`, 303);
  });
}
