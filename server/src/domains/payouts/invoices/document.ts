import { formatJobNumber } from '@fws/contract/jobs/model';
import { formatAmountInWords } from '@fws/contract/platform/amount-in-words';
import type { Locale } from '@fws/contract/platform/messages';
import { formatDate } from '@fws/contract/platform/moments';
import { createTranslate, translate, translateIfId } from '../../../platform/messages.ts';
import type { InvoiceDocument, InvoiceLabels } from '../../../platform/pdf/invoice.ts';
import { totalDeductions } from '@fws/contract/payouts/fees';
import { maySeeDeductions } from '../policy.ts';
import { buildGstLines } from './rules.ts';
import type { InvoiceRow } from './store.ts';
import { isRegisteredInState, formatState } from './states.ts';

/**
 * Builds the document of a stored invoice in the reader's language. The worker's invoice has no GST, because FWS stores
 * no GSTIN of workers.
 */
export function buildInvoiceDocument(invoice: InvoiceRow, locale: Locale, readerId: number): InvoiceDocument {
  const { supplier, recipient, jobNumber, jobTitle, milestoneName, platformGstin = null } = invoice.document;
  const milestone = translateIfId(locale, milestoneName);
  return {
    labels: buildLabels(locale),
    title: translate(locale, invoice.kind === 'fee' ? 'payouts.fee_invoice_title' : 'payouts.invoice_title'),
    serial: invoice.serial,
    date: formatDate(createTranslate(locale), invoice.created_at),
    supplier: { name: supplier.name, addressLines: [supplier.address], gstin: platformGstin },
    recipient: {
      name: recipient.name,
      addressLines: [recipient.address],
      state: formatState(recipient.address),
    },
    placeOfSupply: formatState(recipient.address),
    jobNumber: formatJobNumber(jobNumber),
    jobTitle,
    milestoneName: milestone,
    sac: invoice.kind === 'fee' ? PLATFORM_SERVICE_SAC : null,
    ...buildAmountLines(invoice, locale, milestone),
    totalPaise: invoice.amount_paise,
    amountInWords: translate(locale, 'payouts.invoice_words', {
      words: formatAmountInWords(invoice.amount_paise, locale),
    }),
    paidOut: maySeeDeductions(invoice, readerId) ? buildPaidOut(invoice, locale) : null,
    reverseCharge: false,
    footerNote: translate(
      locale,
      invoice.kind === 'fee' ? 'payouts.fee_invoice_footer' : 'payouts.invoice_footer',
    ),
  };
}

/** "Other support services": what a marketplace provides to its sellers. */
const PLATFORM_SERVICE_SAC = '998599';

function buildAmountLines(
  { kind, amount_paise: amountPaise, document }: InvoiceRow,
  locale: Locale,
  milestone: string,
): Pick<InvoiceDocument, 'lines' | 'taxLines'> {
  const { kept: deductions, recipient, platformGstin } = document;
  if (kind === 'work' || !deductions)
    return { lines: [{ description: milestone, amountPaise }], taxLines: [] };
  const isSameState = isRegisteredInState(platformGstin ?? null, recipient.address);
  return {
    lines: [
      { description: translate(locale, 'payouts.invoice_platform_fee'), amountPaise: deductions.feePaise },
    ],
    taxLines:
      deductions.gstPaise === 0
        ? []
        : buildGstLines(deductions.gstPaise, isSameState).map(({ tax, amountPaise: paise }) => ({
            description: tax.toUpperCase(),
            amountPaise: paise,
          })),
  };
}

/** The lines from the invoiced amount down to the amount in the passbook. */
function buildPaidOut(
  { kind, amount_paise: amountPaise, document: { kept: deductions } }: InvoiceRow,
  locale: Locale,
): InvoiceDocument['paidOut'] {
  if (kind === 'fee' || !deductions) return null;
  const lines = [
    { description: translate(locale, 'payouts.invoice_platform_fee'), amountPaise: -deductions.feePaise },
    { description: translate(locale, 'payouts.invoice_fee_gst'), amountPaise: -deductions.gstPaise },
    { description: translate(locale, 'payouts.invoice_tds'), amountPaise: -deductions.tdsPaise },
    { description: translate(locale, 'payouts.invoice_welfare'), amountPaise: -deductions.welfarePaise },
  ].filter((line) => line.amountPaise !== 0);
  return { lines, totalPaise: amountPaise - totalDeductions(deductions) };
}

const buildLabels = (locale: Locale): InvoiceLabels => ({
  serial: translate(locale, 'payouts.invoice_serial'),
  date: translate(locale, 'payouts.invoice_date'),
  from: translate(locale, 'payouts.invoice_from'),
  to: translate(locale, 'payouts.invoice_to'),
  gstin: translate(locale, 'payouts.invoice_gstin'),
  state: translate(locale, 'payouts.invoice_state'),
  placeOfSupply: translate(locale, 'payouts.invoice_place_of_supply'),
  job: translate(locale, 'payouts.invoice_job'),
  milestone: translate(locale, 'payouts.invoice_milestone'),
  sac: translate(locale, 'payouts.invoice_sac'),
  description: translate(locale, 'payouts.invoice_description'),
  amount: translate(locale, 'payouts.invoice_amount'),
  taxableValue: translate(locale, 'payouts.invoice_taxable_value'),
  total: translate(locale, 'payouts.invoice_total'),
  paidOut: translate(locale, 'payouts.invoice_paid_out'),
  amountInWords: translate(locale, 'payouts.invoice_amount_in_words'),
  reverseCharge: translate(locale, 'payouts.invoice_reverse_charge'),
  yes: translate(locale, 'payouts.invoice_yes'),
  no: translate(locale, 'payouts.invoice_no'),
});
