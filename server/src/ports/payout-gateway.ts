import type { ListAsked, WebhookReading } from './payment-gateway.ts';

/** Money out: transfers to a bank account or UPI ID. All amounts in integer paise, INR. */
export interface PayoutGateway {
  readonly provider: string;
  /** Registers the destination; the same `beneficiaryId` again returns the registered one. */
  addBeneficiary(
    beneficiary: Beneficiary,
  ): Promise<{ beneficiaryId: string; status: 'verified' | 'pending' | 'invalid' }>;
  /** Who the bank says owns the destination, before any money moves; null: it knows no such account, or no name of it. */
  checkName(
    destination: Destination,
    claimedName: string,
  ): Promise<{ nameAtBank: string; match: 'full' | 'partial' | 'none' } | null>;
  /** Starts a transfer. The same `transferId` never pays twice. `ProviderError` outcome `unknown` means: ask with `getTransfer`. */
  createTransfer(transfer: {
    transferId: string;
    amountPaise: number;
    beneficiaryId: string;
    mode: 'bank' | 'upi';
    remarks: string;
  }): Promise<Transfer>;
  /** `null`: the provider never received it. */
  getTransfer(transferId: string): Promise<Transfer | null>;
  /** Transfers of the whole account, begun between two moments; `next` null on the last page. Null: it lists none by date. */
  listTransfers(asked: ListAsked): Promise<{ transfers: ListedTransfer[]; next: string | null } | null>;
  /** What is in the account, with what pending transfers will take; null: it does not say. */
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
  /** The bank's own reference (UTR), once there is one. */
  utr: string | null;
  reason: string | null;
  /** What the provider takes from the account beside the amount, with the tax on it. */
  chargePaise: number;
}

export interface ListedTransfer extends Omit<Transfer, 'transferId' | 'providerTransferId'> {
  /** Null: somebody made it at the provider's pages. */
  transferId: string | null;
  providerTransferId: string;
  at: Date;
}

export type PayoutEvent = { about: 'transfer'; transferId: string };
