import type { ListQuery, WebhookReading } from './payment-gateway.ts';

/** Outgoing money: transfers to a bank account or UPI ID. All amounts in integer paise, INR. */
export interface PayoutGateway {
  readonly provider: string;
  /** Registers the destination; a repeat with the same `beneficiaryId` returns the registered one. */
  addBeneficiary(
    beneficiary: Beneficiary,
  ): Promise<{ beneficiaryId: string; status: 'verified' | 'pending' | 'invalid' }>;
  /**
   * The owner of the destination according to the bank, before any money moves; null: the bank knows no such account,
   * or no name for it.
   */
  checkName(
    destination: Destination,
    claimedName: string,
  ): Promise<{ nameAtBank: string; match: 'full' | 'partial' | 'none' } | null>;
  /**
   * Starts a transfer. The same `transferId` never pays twice. After a `ProviderError` with outcome `unknown`, ask with
   * `getTransfer`.
   */
  createTransfer(transfer: {
    transferId: string;
    amountPaise: number;
    beneficiaryId: string;
    mode: 'bank' | 'upi';
    remarks: string;
  }): Promise<Transfer>;
  /** `null`: the provider never received it. */
  getTransfer(transferId: string): Promise<Transfer | null>;
  /**
   * Transfers of the whole account started in the period; `next` is null on the last page. Null when the provider has
   * no list by date.
   */
  listTransfers(query: ListQuery): Promise<{ transfers: ListedTransfer[]; next: string | null } | null>;
  /** The account balance, including what pending transfers will take; null when the provider does not give it. */
  getBalance(): Promise<{ balancePaise: number } | null>;
  readWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): WebhookReading<PayoutEvent>;
}

export type Destination =
  | { kind: 'bank'; accountNumber: string; ifsc: string }
  | { kind: 'upi'; vpa: string };

export interface Beneficiary {
  beneficiaryId: string;
  name: string;
  phone: string;
  destination: Destination;
}

export interface Transfer {
  transferId: string;
  providerTransferId: string | null;
  amountPaise: number;
  /** `reversed` can follow `paid`. */
  status: 'processing' | 'paid' | 'failed' | 'rejected' | 'reversed';
  /** The bank's own reference (UTR), once assigned. */
  utr: string | null;
  reason: string | null;
  /** What the provider debits besides the amount, including the tax on it. */
  chargePaise: number;
}

export interface ListedTransfer extends Omit<Transfer, 'transferId' | 'providerTransferId'> {
  /** Null when the transfer was made at the provider's pages. */
  transferId: string | null;
  providerTransferId: string;
  at: Date;
}

export type PayoutEvent = { about: 'transfer'; transferId: string };
