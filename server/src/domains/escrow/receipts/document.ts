import type { ReceiptKind } from '@fws/contract/contracts/model';
import { formatJobNumber } from '@fws/contract/jobs/model';
import { formatAmountInWords } from '@fws/contract/platform/amount-in-words';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import { formatDate, formatTime } from '@fws/contract/platform/moments';
import { createTranslate, translateIfId } from '../../../platform/messages.ts';
import type { ReceiptDocument } from '../../../platform/pdf/receipt.ts';
import { formatReceiptNumber } from './service.ts';
import type { ReceiptRow } from './store.ts';

const TITLES: Record<ReceiptKind, SharedMessageId> = {
  paid: 'payouts.receipt_paid',
  released: 'payouts.receipt_released',
  refunded: 'payouts.receipt_refunded',
  settled: 'payouts.receipt_settled',
};

/** Builds a receipt in the reader's language, with the amounts of the ledger as they are. */
export function buildReceiptDocument(
  { row, posterName, workerName }: { row: ReceiptRow; posterName: string; workerName: string },
  platform: { name: string; address: string },
  locale: Locale,
): ReceiptDocument {
  const t = createTranslate(locale);
  const { kind, milestoneName, orderId, bankReference, refundId, refundSentAt } = row;
  const formatMoment = (at: Date) => `${formatDate(t, at)}, ${formatTime(t, at)}`;
  const optional = (label: SharedMessageId, value: string | null) =>
    value === null || value === '' ? [] : [{ label: t(label), value }];
  return {
    title: t(TITLES[kind]),
    number: formatReceiptNumber(row.id),
    labels: {
      number: t('payouts.receipt_number'),
      date: t('payouts.invoice_date'),
      payer: t('payouts.receipt_payer'),
      holder: t('payouts.receipt_holder'),
      description: t('payouts.invoice_description'),
      amount: t('payouts.invoice_amount'),
      total: t('payouts.invoice_total'),
      amountInWords: t('payouts.invoice_amount_in_words'),
    },
    date: formatMoment(row.at),
    payer: posterName,
    holder: { name: platform.name, address: platform.address },
    facts: [
      {
        label: t('payouts.invoice_job'),
        value: `${formatJobNumber(row.jobNumber)} · ${row.jobTitle}`,
      },
      ...optional(
        'payouts.invoice_milestone',
        milestoneName === null ? null : translateIfId(locale, milestoneName),
      ),
      { label: t('payouts.receipt_worker'), value: workerName },
      ...optional('payouts.receipt_order', orderId),
      ...optional('payouts.receipt_bank_reference', bankReference),
      ...(refundId !== null && row.refundedPaise > 0
        ? [
            {
              label: t('payouts.receipt_refund_state'),
              value: refundSentAt ? formatMoment(refundSentAt) : t('payouts.receipt_on_its_way'),
            },
          ]
        : []),
    ],
    lines: buildLines(row, workerName, locale),
    totalPaise: row.amountPaise,
    amountInWords: t('payouts.invoice_words', { words: formatAmountInWords(row.amountPaise, locale) }),
    notes: [
      t(kind === 'paid' ? 'payouts.receipt_held_by' : 'payouts.receipt_was_held_by', {
        holder: platform.name,
      }),
      t('payouts.receipt_no_tax'),
    ],
  };
}

/** They add up to what came into escrow or left it. */
function buildLines(row: ReceiptRow, workerName: string, locale: Locale): ReceiptDocument['lines'] {
  const t = createTranslate(locale);
  if (row.kind === 'paid')
    return [{ description: t('payouts.receipt_line_paid'), amountPaise: row.amountPaise }];
  return [
    {
      description: t('payouts.receipt_line_released', { worker: workerName }),
      amountPaise: row.releasedPaise,
    },
    { description: t('payouts.receipt_line_refunded'), amountPaise: row.refundedPaise },
    { description: t('payouts.receipt_line_charge'), amountPaise: row.chargePaise },
  ].filter(({ amountPaise }) => amountPaise > 0);
}
