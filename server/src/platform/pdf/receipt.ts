import type { AmountLine } from './invoice.ts';

/** The content of a receipt. All texts are already in the reader's language. */
export interface ReceiptDocument {
  title: string;
  number: string;
  labels: {
    number: string;
    date: string;
    payer: string;
    holder: string;
    description: string;
    amount: string;
    total: string;
    amountInWords: string;
  };
  date: string;
  payer: string;
  /** Who legally holds the money in escrow. */
  holder: { name: string; address: string };
  facts: { label: string; value: string }[];
  lines: AmountLine[];
  totalPaise: number;
  amountInWords: string;
  notes: string[];
}
