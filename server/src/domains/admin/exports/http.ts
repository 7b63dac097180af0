import { Readable } from 'node:stream';
import { istDate } from '@fws/contract/platform/dates';
import { REFUSAL_STATUS, type Refusal } from '@fws/contract/platform/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/domain.ts';
import { ownCallerOf, requestLocale, type CallSettings } from '../../../platform/http/calls.ts';
import { contentDisposition } from '../../../platform/http/disposition.ts';
import { refusalBody } from '../../../platform/http/errors.ts';
import { beginExport, EXPORTS } from './service.ts';

/** `GET /api/admin_exports/<name>.csv`: a download of any length, streamed. */
export function mountExports(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  app.get<{ Params: { name: string }; Querystring: Record<string, string | string[]> }>(
    '/api/admin_exports/:name.csv',
    async (request, reply) => {
      const { name } = request.params;
      const wanted = EXPORTS[name];
      if (!wanted) return refuse(request, reply, { kind: 'not_found', code: 'common.not_found' });
      const known = await ownCallerOf(request, {}, settings);
      if (!known) return refuse(request, reply, { kind: 'unauthenticated', code: 'common.login_required' });
      const admitted = await settings.adminGuard.admit(known.caller, wanted.permission);
      if (!admitted.ok) return refuse(request, reply, admitted.refusal);
      const asked = Object.fromEntries(
        Object.entries(request.query).filter((one): one is [string, string] => typeof one[1] === 'string'),
      );
      const begun = await beginExport(deps, known.caller.userId, name, asked);
      if (!begun.ok) return refuse(request, reply, begun.refusal);
      const file = `fws-${name}-${istDate(deps.ports.clock.now())}.csv`;
      return reply
        .headers({
          'content-disposition': contentDisposition('attachment', file),
          'cache-control': 'no-store',
        })
        .header('x-content-type-options', 'nosniff')
        .type('text/csv; charset=utf-8')
        .send(Readable.from(begun.value));
    },
  );
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(REFUSAL_STATUS[refusal.kind])
    .send(refusalBody(refusal, requestLocale(request), new Map()));
}
