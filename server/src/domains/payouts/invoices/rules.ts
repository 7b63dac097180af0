import type { Deductions } from '@fws/contract/payouts/fees';
import { toIstDate } from '@fws/contract/platform/dates';

/** "2627" for 1 April 2026 to 31 March 2027, by the calendar in India. */
export function toFinancialYear(at: Date): string {
  const date = toIstDate(at);
  const year = Number(date.slice(0, 4));
  const first = date.slice(5) >= '04-01' ? year : year - 1;
  return [first, first + 1].map((calendarYear) => String(calendarYear % 100).padStart(2, '0')).join('');
}

export type InvoiceKind = 'work' | 'fee';

/** Invoices of workers and of the platform have separate series, each without gaps in a financial year. */
export const toSeries = (kind: InvoiceKind, year: string): string => (kind === 'work' ? year : `F${year}`);

export const formatSerial = (kind: InvoiceKind, year: string, number: number): string =>
  `${kind === 'work' ? 'FWS' : 'FWF'}/${year}/${String(number).padStart(5, '0')}`;

/** The contents of an invoice on the day it was issued. They are translated when it is read. */
export interface InvoiceFacts {
  supplier: Party;
  recipient: Party;
  jobNumber: string;
  jobTitle: string;
  /** Text typed by the worker, or a message id. */
  milestoneName: string;
  /** Deductions from the release, if there were any. */
  kept?: Deductions;
  /** On platform invoices: the platform's GSTIN, if it is registered. */
  platformGstin?: string | null;
}

interface Party {
  name: string;
  address: string;
}

/** Within a state half is CGST and half is SGST; between states all is IGST. An odd paisa goes to the last line. */
export function buildGstLines(
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
