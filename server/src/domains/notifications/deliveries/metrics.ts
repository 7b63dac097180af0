import { Counter } from 'prom-client';
import { processMetrics } from '../../../platform/metrics.ts';
import type { MessageReceipt } from '../../../ports/messaging.ts';

const receiptCount = new Counter({
  name: 'fws_message_receipts',
  help: 'Receipts of vendors and returned mails, by channel and state',
  labelNames: ['channel', 'state'],
  registers: [processMetrics],
});

export function countReceipts(
  channel: 'sms' | 'whatsapp' | 'email',
  receipts: readonly MessageReceipt[],
): void {
  for (const { state } of receipts) receiptCount.inc({ channel, state });
}
