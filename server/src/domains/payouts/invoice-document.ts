import { jobNumberToWire } from '@fws/contract/jobs/wire';
import { amountInWords } from '@fws/contract/platform/amount-in-words';
import type { Locale } from '@fws/contract/platform/messages';
import { translate, translateIfId } from '../../platform/messages.ts';
import type { InvoiceDocument, InvoiceLabels } from '../../platform/pdf/invoice.ts';
import type { InvoiceRow } from './invoices-store.ts';
import { stateOf } from './states.ts';

/** A kept invoice in the reader's language. The worker's bill carries no GST: no GSTIN is kept with us. */
export function invoiceDocument(invoice: InvoiceRow, locale: Locale): InvoiceDocument {
  const { supplier, recipient, jobNumber, jobTitle, milestoneName } = invoice.document;
  const milestone = translateIfId(locale, milestoneName);
  return {
    labels: labelsIn(locale),
    title: translate(locale, 'payouts.invoice_title'),
    serial: invoice.serial,
    date: dateIn(locale).format(invoice.created_at),
    supplier: { name: supplier.name, addressLines: [supplier.address], gstin: null },
    recipient: {
      name: recipient.name,
      addressLines: [recipient.address],
      state: stateOf(recipient.address),
    },
    placeOfSupply: stateOf(recipient.address),
    jobNumber: jobNumberToWire(jobNumber),
    jobTitle,
    milestoneName: milestone,
    sac: null,
    lines: [{ description: milestone, amountPaise: invoice.amount_paise }],
    taxLines: [],
    totalPaise: invoice.amount_paise,
    amountInWords: translate(locale, 'payouts.invoice_words', {
      words: amountInWords(invoice.amount_paise, locale),
    }),
    reverseCharge: false,
    footerNote: translate(locale, 'payouts.invoice_footer'),
  };
}

const dateIn = (locale: Locale): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale === 'hi' ? 'hi-IN-u-nu-latn' : 'en-IN', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'Asia/Kolkata',
  });

const labelsIn = (locale: Locale): InvoiceLabels => ({
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
  amountInWords: translate(locale, 'payouts.invoice_amount_in_words'),
  reverseCharge: translate(locale, 'payouts.invoice_reverse_charge'),
  yes: translate(locale, 'payouts.invoice_yes'),
  no: translate(locale, 'payouts.invoice_no'),
});
