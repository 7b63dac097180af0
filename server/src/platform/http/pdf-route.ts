import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import type { Refusal } from '@fws/contract/platform/refusal';
import { findCaller, getRequestLanguage, getRequestLocale } from './caller.ts';
import type { CallSettings } from './calls.ts';
import { formatContentDisposition } from './disposition.ts';
import { toRefusalBody } from './errors.ts';
import { findSignedCaller, hasSignature } from './signed-addresses.ts';

interface PdfRoute {
  /** Under `/api/`. */
  path: 'invoices' | 'receipts';
  notFound: SharedMessageId;
  /** Null where the reader may not open it. */
  render: (reader: { userId: number; locale: Locale }, id: number) => Promise<Pdf | null>;
}

interface Pdf {
  name: string;
  body: Buffer;
}

/** `GET /api/<path>/<id>/<name>.pdf`, in the reader's language. Only the id selects the document. */
export function mountPdf(app: FastifyInstance, settings: CallSettings, route: PdfRoute): void {
  const path = `/api/${route.path}`;
  app.get<{ Params: { id: string; name: string } }>(`${path}/:id/:name.pdf`, async (request, reply) => {
    const caller =
      (await findSignedCaller(request, settings)) ?? (await findCaller(request, {}, settings))?.caller;
    if (!caller)
      return refuse(request, reply, {
        kind: 'unauthenticated',
        code: hasSignature(request) ? 'common.address_expired' : 'common.login_required',
      });
    const { id } = request.params;
    const reader = { userId: caller.userId, locale: getRequestLocale(request) };
    const pdf = /^\d{1,15}$/.test(id) ? await route.render(reader, Number(id)) : null;
    if (!pdf) {
      const refusal = { kind: 'not_found', code: route.notFound } as const;
      await settings.noteRefusedAccess(request, caller, path, refusal);
      return refuse(request, reply, refusal);
    }
    return reply
      .header('content-disposition', formatContentDisposition('inline', pdf.name))
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(pdf.body);
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = toRefusalBody(refusal, getRequestLanguage(request), new Map());
  return reply.code(body.status).send(body);
}
