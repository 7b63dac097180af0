import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { findCaller, getRequestLanguage, getRequestLocale } from '../../platform/http/caller.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { formatContentDisposition } from '../../platform/http/disposition.ts';
import { findSignedCaller, hasSignature } from '../../platform/http/signed-addresses.ts';
import { toRefusalBody } from '../../platform/http/errors.ts';
import { mountWebhook } from '../../platform/http/webhook.ts';
import { createWebhook, type AnyWebhook } from '../../platform/webhooks.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { renderInvoicePdf } from '../../platform/pdf/invoice-pdf.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { buildInvoiceDocument } from './invoice-document.ts';
import { toFileName, findReadableInvoice } from './invoices.ts';
import { findWithdrawalId } from './withdrawals-store.ts';

export function http(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  for (const entry of buildWebhooks(deps)) mountWebhook(app, deps, entry);
  mountInvoice(app, deps, settings);
}

/** `/webhooks/payouts` belongs to the provider in use. Every provider also has a path of its own. */
export function buildWebhooks({ config, ports }: Pick<Deps, 'config' | 'ports'>): AnyWebhook[] {
  const { payouts, otherPayouts } = ports;
  const buildWebhook = (gateway: PayoutGateway, path: string): AnyWebhook =>
    createWebhook({
      path,
      provider: `${gateway.provider}-payouts`,
      maxAgeMs: config.webhookMaxAgeMs,
      read: (headers, rawBody) => gateway.readWebhook(headers, rawBody),
      async onEvent(tx, { transferId }) {
        const withdrawalId = await findWithdrawalId(tx, transferId);
        if (withdrawalId !== null)
          await enqueue(tx, 'advance_withdrawal', { withdrawalId }, { key: `withdrawal:${withdrawalId}` });
      },
    });
  return [
    buildWebhook(payouts, '/webhooks/payouts'),
    ...[payouts, otherPayouts].flatMap((gateway) =>
      gateway ? [buildWebhook(gateway, `/webhooks/payouts/${gateway.provider}`)] : [],
    ),
  ];
}

/** `GET /api/invoices/<id>/<name>.pdf`, in the reader's language. Only the id selects the invoice. */
function mountInvoice(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  app.get<{ Params: { id: string; name: string } }>('/api/invoices/:id/:name.pdf', async (request, reply) => {
    const caller =
      (await findSignedCaller(request, settings)) ?? (await findCaller(request, {}, settings))?.caller;
    if (!caller)
      return refuse(request, reply, {
        kind: 'unauthenticated',
        code: hasSignature(request) ? 'common.address_expired' : 'common.login_required',
      });
    const { id } = request.params;
    const invoice = /^\d{1,15}$/.test(id) ? await findReadableInvoice(deps, caller.userId, Number(id)) : null;
    if (!invoice) {
      const refusal = { kind: 'not_found', code: 'payouts.invoice_not_found' } as const;
      await settings.noteRefusedAccess(request, caller, '/api/invoices', refusal);
      return refuse(request, reply, refusal);
    }
    const pdf = await renderInvoicePdf(
      buildInvoiceDocument(invoice, getRequestLocale(request), caller.userId),
    );
    return reply
      .header('content-disposition', formatContentDisposition('inline', toFileName(invoice.serial)))
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(pdf);
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = toRefusalBody(refusal, getRequestLanguage(request), new Map());
  return reply.code(body.status).send(body);
}
