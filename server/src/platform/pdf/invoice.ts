/** What an invoice says. All words are in the reader's language already. */
export interface InvoiceDocument {
  labels: InvoiceLabels;
  title: string;
  serial: string;
  date: string;
  supplier: { name: string; addressLines: string[]; gstin: string | null };
  recipient: { name: string; addressLines: string[]; state: string };
  placeOfSupply: string;
  jobNumber: string;
  jobTitle: string;
  milestoneName: string;
  /** The service's code for GST, where the supplier is registered. */
  sac: string | null;
  lines: AmountLine[];
  taxLines: AmountLine[];
  totalPaise: number;
  amountInWords: string;
  /** From the total to what its supplier was paid, where something was kept back. */
  paidOut: { lines: AmountLine[]; totalPaise: number } | null;
  reverseCharge: boolean;
  footerNote: string;
}

export interface AmountLine {
  description: string;
  amountPaise: number;
}

export interface InvoiceLabels {
  serial: string;
  date: string;
  from: string;
  to: string;
  gstin: string;
  state: string;
  placeOfSupply: string;
  job: string;
  milestone: string;
  sac: string;
  description: string;
  amount: string;
  taxableValue: string;
  total: string;
  paidOut: string;
  amountInWords: string;
  reverseCharge: string;
  yes: string;
  no: string;
}
