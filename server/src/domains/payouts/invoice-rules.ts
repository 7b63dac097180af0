import { istDate } from '@fws/contract/platform/dates';

/** "2627" for 1 April 2026 to 31 March 2027, by the calendar in India. */
export function financialYear(at: Date): string {
  const [year = 0, month = 0] = istDate(at).split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return [first, first + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}

export const serialOf = (year: string, number: number): string =>
  `FWS/${year}/${String(number).padStart(5, '0')}`;

/** What an invoice said on the day it was made. It is put in the reader's language when read. */
export interface InvoiceFacts {
  supplier: Party;
  recipient: Party;
  jobNumber: string;
  jobTitle: string;
  /** The worker's own words, or a message id. */
  milestoneName: string;
}

interface Party {
  name: string;
  address: string;
}
