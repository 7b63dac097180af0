import type { Deductions } from '@fws/contract/payouts/fees';
import { istDate } from '@fws/contract/platform/dates';

/** "2627" for 1 April 2026 to 31 March 2027, by the calendar in India. */
export function financialYear(at: Date): string {
  const date = istDate(at);
  const year = Number(date.slice(0, 4));
  const first = date.slice(5) >= '04-01' ? year : year - 1;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}

export type InvoiceKind = 'work' | 'fee';

/** Workers' bills and the platform's own are numbered apart, each without a gap in its year. */
export const seriesOf = (kind: InvoiceKind, year: string): string => (kind === 'work' ? year : `F${year}`);

export const serialOf = (kind: InvoiceKind, year: string, number: number): string =>
  `${kind === 'work' ? 'FWS' : 'FWF'}/${year}/${String(number).padStart(5, '0')}`;

/** What an invoice said on the day it was made. It is put in the reader's language when read. */
export interface InvoiceFacts {
  supplier: Party;
  recipient: Party;
  jobNumber: string;
  jobTitle: string;
  /** The worker's own words, or a message id. */
  milestoneName: string;
  /** What was kept back of the release, where anything was. */
  kept?: Deductions;
  /** Of the platform's bill: its GSTIN, when it is registered. */
  platformGstin?: string | null;
}

interface Party {
  name: string;
  address: string;
}

/** Within one state half to the centre and half to the state, between two the whole to both; the paisa left over goes to the last. */
export function gstLines(
  gstPaise: number,
  isSameState: boolean,
): { tax: 'cgst' | 'sgst' | 'igst'; amountPaise: number }[] {
  if (!isSameState) return [{ tax: 'igst', amountPaise: gstPaise }];
  const half = Math.floor(gstPaise / 2);
  return [
    { tax: 'cgst', amountPaise: half },
    { tax: 'sgst', amountPaise: gstPaise - half },
  ];
}
