import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/domain.ts';
import { callerOf, requestLocale, type CallSettings } from '../../platform/http/calls.ts';
import { contentDisposition } from '../../platform/http/disposition.ts';
import { refusalBody } from '../../platform/http/errors.ts';
import { mountWebhook } from '../../platform/http/webhook.ts';
import { webhook, type AnyWebhook } from '../../platform/webhooks.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { invoicePdf } from '../../platform/pdf/invoice-pdf.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { invoiceDocument } from './invoice-document.ts';
import { fileNameOf, readableInvoice } from './invoices.ts';
import { withdrawalIdOf } from './withdrawals-store.ts';

export function http(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  for (const one of webhooks(deps)) mountWebhook(app, deps, one);
  mountInvoice(app, deps, settings);
}

/** `/webhooks/payouts` belongs to the provider in use. Every provider also has a path of its own. */
export function webhooks({ config, ports }: Pick<Deps, 'config' | 'ports'>): AnyWebhook[] {
  const { payouts, otherPayouts } = ports;
  const at = (gateway: PayoutGateway, path: string): AnyWebhook =>
    webhook({
      path,
      provider: `${gateway.provider}-payouts`,
      maxAgeMs: config.webhookMaxAgeMs,
      read: (headers, rawBody) => gateway.readWebhook(headers, rawBody),
      async onEvent(tx, { transferId }) {
        const withdrawalId = await withdrawalIdOf(tx, transferId);
        if (withdrawalId !== null)
          await enqueue(tx, 'advance_withdrawal', { withdrawalId }, { key: `withdrawal:${withdrawalId}` });
      },
    });
  return [
    at(payouts, '/webhooks/payouts'),
    ...[payouts, otherPayouts].flatMap((gateway) =>
      gateway ? [at(gateway, `/webhooks/payouts/${gateway.provider}`)] : [],
    ),
  ];
}

/** `GET /api/invoices/<id>/<name>.pdf`, in the reader's language. Only the id selects the invoice. */
function mountInvoice(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  app.get<{ Params: { id: string; name: string } }>('/api/invoices/:id/:name.pdf', async (request, reply) => {
    const known = await callerOf(request, {}, settings);
    if (!known) return refuse(request, reply, { kind: 'unauthenticated', code: 'common.login_required' });
    const { id } = request.params;
    const invoice = /^\d{1,15}$/.test(id)
      ? await readableInvoice(deps, known.caller.userId, Number(id))
      : null;
    if (!invoice) {
      const refusal = { kind: 'not_found', code: 'payouts.invoice_not_found' } as const;
      await settings.noteRefusedAccess(request, known.caller, '/api/invoices', refusal);
      return refuse(request, reply, refusal);
    }
    const pdf = await invoicePdf(invoiceDocument(invoice, requestLocale(request), known.caller.userId));
    return reply
      .header('content-disposition', contentDisposition('inline', fileNameOf(invoice.serial)))
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(pdf);
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const body = refusalBody(refusal, requestLocale(request), new Map());
  return reply.code(body.status).send(body);
}
