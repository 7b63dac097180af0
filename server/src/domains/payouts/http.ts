import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { mountPdf } from '../../platform/http/pdf-route.ts';
import { mountWebhook } from '../../platform/http/webhook.ts';
import { createWebhook, type AnyWebhook } from '../../platform/webhooks.ts';
import { renderInvoicePdf } from '../../platform/pdf/invoice-pdf.ts';
import type { PayoutGateway } from '../../ports/payout-gateway.ts';
import { buildInvoiceDocument } from './invoices/document.ts';
import { toFileName, findReadableInvoice } from './invoices/service.ts';
import { enqueueWithdrawalCheck } from './transfer-checks/service.ts';
import { findWithdrawalId } from './withdrawals/store.ts';

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
        if (withdrawalId !== null) await enqueueWithdrawalCheck(tx, withdrawalId);
      },
    });
  return [
    buildWebhook(payouts, '/webhooks/payouts'),
    ...[payouts, otherPayouts].flatMap((gateway) =>
      gateway ? [buildWebhook(gateway, `/webhooks/payouts/${gateway.provider}`)] : [],
    ),
  ];
}

/** Its supplier and its recipient may open an invoice. */
function mountInvoice(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  mountPdf(app, settings, {
    path: 'invoices',
    notFound: 'payouts.invoice_not_found',
    async render({ userId, locale }, id) {
      const invoice = await findReadableInvoice(deps, userId, id);
      if (!invoice) return null;
      const body = await renderInvoicePdf(buildInvoiceDocument(invoice, locale, userId));
      return { name: toFileName(invoice.serial), body };
    },
  });
}
