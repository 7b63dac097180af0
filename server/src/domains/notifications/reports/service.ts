import { inTx, type Db } from '../../../platform/db/index.ts';
import type { MailBounce, MessageReceipt, WhatsAppEvent } from '../../../ports/messaging.ts';
import { stopWhatsApp } from '../settings/service.ts';
import { countReceipts } from '../deliveries/metrics.ts';
import { recordReceipts, recordReturnedMail } from './store.ts';

// Reports of vendors about messages. Applying one again changes nothing.

export const applySmsReport = (db: Db, receipts: readonly MessageReceipt[], now: Date): Promise<void> =>
  inTx(db, (tx) => {
    countReceipts('sms', receipts);
    return recordReceipts(tx, receipts, now);
  });

export const applyWhatsAppReport = (db: Db, { receipts, stops }: WhatsAppEvent, now: Date): Promise<void> =>
  inTx(db, async (tx) => {
    countReceipts('whatsapp', receipts);
    await recordReceipts(tx, receipts, now);
    await stopWhatsApp(tx, stops, now);
  });

export const applyBounce = (db: Db, { reference, kind, reason }: MailBounce, now: Date): Promise<void> =>
  inTx(db, async (tx) => {
    if (kind === 'temporary') return;
    await recordReturnedMail(tx, reference, reason, now);
    const receipts = [{ reference, providerId: null, state: 'failed' as const, reason }];
    countReceipts('email', receipts);
    await recordReceipts(tx, receipts, now);
  });
