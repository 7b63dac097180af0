import * as z from 'zod/mini';
import { RECEIPT_KINDS } from '@fws/contract/contracts/model';
import type { Receipt } from '@fws/contract/contracts/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { encodeJobNumber } from './job-items.ts';

export const receiptReply = z.object({
  receipt_id: z.number(),
  receipt_number: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  created_at: z.string(),
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  milestone: z.string(),
  worker_name: z.string(),
  amount: z.string(),
  released_amount: z.string(),
  refund_amount: z.string(),
  charge_amount: z.string(),
  pdf: z.string(),
});

export const encodeReceipt = (receipt: Receipt): z.output<typeof receiptReply> => ({
  receipt_id: receipt.id,
  receipt_number: receipt.number,
  kind: receipt.kind,
  created_at: receipt.at,
  job_id: receipt.jobId,
  job_unique_id: encodeJobNumber(receipt.jobNumber),
  job_title: receipt.jobTitle,
  milestone: receipt.milestoneName,
  worker_name: receipt.workerName,
  amount: toRupees(receipt.amountPaise),
  released_amount: toRupees(receipt.releasedPaise),
  refund_amount: toRupees(receipt.refundedPaise),
  charge_amount: toRupees(receipt.chargePaise),
  pdf: receipt.pdfUrl,
});
