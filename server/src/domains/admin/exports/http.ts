import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { toIstDate } from '@fws/contract/platform/dates';
import { REFUSAL_STATUS, type Refusal } from '@fws/contract/platform/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import { FairTurns } from '../../../platform/fair-turns.ts';
import { findSessionCaller, getRequestLanguage } from '../../../platform/http/caller.ts';
import type { CallSettings } from '../../../platform/http/calls.ts';
import { formatContentDisposition } from '../../../platform/http/disposition.ts';
import { toRefusalBody } from '../../../platform/http/errors.ts';
import { beginExport, EXPORTS } from './service.ts';

/** An export may read for minutes. */
const TURNS = { atOnce: 4, waiting: 0, ofOwner: { atOnce: 1, waiting: 0 } };

/** `GET /api/admin_exports/<name>.csv`: a download of any length, streamed. */
export function mountExports(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  const turns = new FairTurns(TURNS);
  app.get<{ Params: { name: string }; Querystring: Record<string, string | string[]> }>(
    '/api/admin_exports/:name.csv',
    async (request, reply) => {
      const { name } = request.params;
      const definition = EXPORTS[name];
      if (!definition) return refuse(request, reply, { kind: 'not_found', code: 'common.not_found' });
      const session = await findSessionCaller(request, {}, settings);
      if (!session) return refuse(request, reply, { kind: 'unauthenticated', code: 'common.login_required' });
      const admitted = await settings.adminGuard.admit(session.caller, definition.permission);
      if (!admitted.ok) return refuse(request, reply, admitted.refusal);
      const params = Object.fromEntries(
        Object.entries(request.query).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      );
      const { userId } = session.caller;
      return turns.run(`user ${userId}`, async () => {
        const begun = await beginExport(deps, userId, name, params);
        if (!begun.ok) return refuse(request, reply, begun.refusal);
        const rows = Readable.from(begun.value);
        const file = `fws-${name}-${toIstDate(deps.ports.clock.now())}.csv`;
        void reply
          .headers({
            'content-disposition': formatContentDisposition('attachment', file),
            'cache-control': 'no-store',
          })
          .header('x-content-type-options', 'nosniff')
          .type('text/csv; charset=utf-8')
          .send(rows);
        // Whoever asked may leave before the end.
        await finished(rows).catch(() => {});
        return reply;
      });
    },
  );
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return reply
    .code(REFUSAL_STATUS[refusal.kind])
    .send(toRefusalBody(refusal, getRequestLanguage(request), new Map()));
}
