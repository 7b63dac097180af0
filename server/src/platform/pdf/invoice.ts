/** The content of an invoice. All texts are already in the reader's language. */
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
  /** The service accounting code for GST, when the supplier is registered. */
  sac: string | null;
  lines: AmountLine[];
  taxLines: AmountLine[];
  totalPaise: number;
  amountInWords: string;
  /** From the total to the amount paid to the supplier, when deductions were made. */
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
