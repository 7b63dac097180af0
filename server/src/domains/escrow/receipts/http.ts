import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../platform/deps.ts';
import type { CallSettings } from '../../../platform/http/calls.ts';
import { mountPdf } from '../../../platform/http/pdf-route.ts';
import { renderReceiptPdf } from '../../../platform/pdf/receipt-pdf.ts';
import { buildReceiptDocument } from './document.ts';
import { findOwnReceipt } from './service.ts';

/** Only the payer may open a receipt. */
export function mountReceipt(app: FastifyInstance, { db, config }: Deps, settings: CallSettings): void {
  mountPdf(app, settings, {
    path: 'receipts',
    notFound: 'payouts.receipt_not_found',
    async render({ userId, locale }, id) {
      const receipt = await findOwnReceipt(db, id, userId);
      if (!receipt) return null;
      const document = buildReceiptDocument(receipt, config.platform, locale);
      return { name: `${document.number}.pdf`, body: await renderReceiptPdf(document) };
    },
  });
}
