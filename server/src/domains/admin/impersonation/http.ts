import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { findSessionCaller } from '../../../platform/http/caller.ts';
import type { CallSettings } from '../../../platform/http/calls.ts';
import { buildImpersonationCookie } from '../../../platform/http/cookies.ts';
import { IMPERSONATION_END_PATH } from '../../../platform/http/impersonation-page.ts';
import { endImpersonation } from './service.ts';

/** `POST /api/impersonation/end`: the button of the banner, a form that needs no script. Redirects to the impersonated user. */
export function mountImpersonationEnd(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  app.post(IMPERSONATION_END_PATH, async (request, reply) => {
    const own = await findSessionCaller(request, {}, settings);
    const userId = own && (await endImpersonation(deps, own.caller));
    buildImpersonationCookie(reply, settings.secure).end();
    return reply
      .header('cache-control', 'no-store')
      .redirect(userId === null ? '/admin/users' : `/admin/users/${userId}`, 303);
  });
}
