/** The state of the sandbox: plain JSON, so that one file holds it between starts. */
export interface State {
  lastNumber: number;
  orders: Record<string, Order>;
  disputes: Record<string, Dispute>;
  settlements: Record<string, Settlement>;
  beneficiaries: Record<string, Beneficiary>;
  contacts: Record<string, Contact>;
  transfers: Record<string, Transfer>;
  /** Deposits to the payout accounts after the first one, by vendor. */
  depositedPaise: Record<string, number>;
  checks: Record<string, IdentityCheck>;
  okyc: Record<string, OkycRequest>;
  digilocker: Record<string, DigilockerVisit>;
  /** Names registered for every number that ends in these four digits. */
  registeredNames: Record<string, string>;
  deliveries: Delivery[];
  messages: Message[];
  manners: Record<string, Manner>;
  pushSubscriptions: Record<string, PushSubscription>;
  /** Signing key of the social issuers, as a JWK; null until it is first needed. */
  oidcKey: object | null;
}

export interface Order {
  orderId: string;
  cfOrderId: string;
  sessionId: string;
  amountPaise: number;
  /** EXPIRED is never stored: an ACTIVE order past `expiresAt` is reported as EXPIRED. */
  status: 'ACTIVE' | 'PAID' | 'TERMINATION_REQUESTED' | 'TERMINATED';
  customer: {
    customer_id: string;
    customer_phone: string;
    customer_email?: string;
    customer_name?: string;
  };
  meta: { return_url: string | null; notify_url: string | null; payment_methods: string | null };
  note: string | null;
  tags: Record<string, string> | null;
  createdAt: string;
  expiresAt: string;
  /** One more success is allowed on this paid order. */
  secondPaymentAllowed: boolean;
  payments: Payment[];
  refunds: Refund[];
  /** Set on orders of Razorpay's API. `orderId` is the receipt, unless another order has the same. */
  razorpay?: { id: string; receipt: string | null; notes: Record<string, string> };
}

export type PaymentStatus = 'SUCCESS' | 'PENDING' | 'FAILED' | 'USER_DROPPED' | 'CANCELLED';

export interface Payment {
  cfPaymentId: string;
  amountPaise: number;
  status: PaymentStatus;
  startedAt: string;
  completedAt: string | null;
  bankReference: string | null;
  /** The settlement that took it to the merchant's bank account. */
  settlementId?: string;
}

export type RefundStatus = 'PENDING' | 'SUCCESS' | 'FAILED' | 'CANCELLED' | 'ONHOLD';

export interface Refund {
  refundId: string;
  cfRefundId: string;
  amountPaise: number;
  note: string | null;
  speed: string;
  status: RefundStatus;
  createdAt: string;
  processedAt: string | null;
  /** Automatic steps to come, soonest first. */
  nextSteps: RefundStatus[];
  settlementId?: string;
  razorpay?: { paymentId: string; notes: Record<string, string>; key: string | null; request: string };
}

export const DISPUTE_TYPES = [
  'RETRIEVAL',
  'DISPUTE',
  'CHARGEBACK',
  'PRE_ARBITRATION',
  'ARBITRATION',
] as const;
export type DisputeType = (typeof DISPUTE_TYPES)[number];
export const DISPUTE_STEPS = [
  'CREATED',
  'DOCS_RECEIVED',
  'UNDER_REVIEW',
  'MERCHANT_WON',
  'MERCHANT_LOST',
  'MERCHANT_ACCEPTED',
  'INSUFFICIENT_EVIDENCE',
] as const;
export type DisputeStep = (typeof DISPUTE_STEPS)[number];

/** A payer's bank disputes a payment. */
export interface Dispute {
  disputeId: string;
  orderId: string;
  cfPaymentId: string;
  amountPaise: number;
  type: DisputeType;
  step: DisputeStep;
  createdAt: string;
  updatedAt: string;
  respondBy: string;
  resolvedAt: string | null;
  /** What settlements have withheld so far because of it. */
  settledPaise: number;
}

/** Payments on their way to the merchant's bank account, less refunds, disputes, the fee and its GST. */
export interface Settlement {
  settlementId: string;
  paymentPaise: number;
  /** Refunds and disputes; below zero when they exceed what came back. */
  adjustmentPaise: number;
  feePaise: number;
  taxPaise: number;
  status: 'SUCCESS' | 'FAILED' | 'REVERSED';
  utr: string | null;
  /** The vendor that sent it; Cashfree by default. */
  dialect?: 'razorpay';
  initiatedAt: string;
  settledAt: string | null;
}

export interface Beneficiary {
  beneficiary_id: string;
  beneficiary_name: string;
  beneficiary_instrument_details: { bank_account_number?: string; bank_ifsc?: string; vpa?: string };
  beneficiary_contact_details: Record<string, string> | null;
  beneficiary_status: 'VERIFIED' | 'DELETED';
  added_on: string;
  /** Razorpay's fund accounts belong to contacts. */
  contactId?: string;
}

/** A contact at Razorpay. */
export interface Contact {
  id: string;
  name: string;
  contact: string | null;
  email: string | null;
  type: string | null;
  referenceId: string | null;
  createdAt: string;
}

export type TransferStatus = 'RECEIVED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'REVERSED';

export interface Transfer {
  transferId: string;
  cfTransferId: string;
  beneficiaryId: string;
  amountPaise: number;
  mode: string;
  remarks: string | null;
  status: TransferStatus;
  utr: string | null;
  addedOn: string;
  updatedOn: string;
  /** Automatic steps to come, soonest first. */
  nextSteps: TransferStatus[];
  razorpay?: { accountNumber: string; referenceId: string | null; key: string; request: string };
}

/** The number itself is not stored, only what a later query needs. */
export interface IdentityCheck {
  referenceId: number;
  verificationId: string;
  kind: 'pan' | 'gstin';
  numberEnding: string;
  nameProvided: string;
  registeredName: string | null;
  status: 'VALID' | 'INVALID' | 'PENDING';
  at: string;
}

/** Setu's Aadhaar check. Only the end of the number is stored, as in `IdentityCheck`. */
export interface OkycRequest {
  id: string;
  /** The person every number belongs to, as sent by the caller. */
  person: { name: string; mobile: string };
  captcha: string;
  status: 'created' | 'initiated' | 'otp_sent' | 'under_review' | 'complete' | 'failed';
  numberEnding: string;
  birthDate: string;
  otp: string;
  wrongOtps: number;
  registeredName: string | null;
  at: string;
}

export interface DigilockerVisit {
  verificationId: string;
  referenceId: number;
  person: { name: string; mobile: string };
  redirectUrl: string;
  /** EXPIRED is never stored: a PENDING visit older than ten minutes is reported as EXPIRED. */
  status: 'PENDING' | 'AUTHENTICATED' | 'CONSENT_DENIED';
  document: 'SUCCESS' | 'PENDING' | 'FAILED';
  numberEnding: string;
  birthDate: string;
  registeredName: string | null;
  at: string;
}

/** Vendors whose webhooks differ from Cashfree's. `mail`: a mail server that hands on a returned mail. */
export type Dialect = 'razorpay' | 'msg91' | 'infobip' | 'whatsapp' | 'mail';

export interface Delivery {
  id: string;
  /** Deliveries about one entity keep their order. */
  entity: string;
  url: string;
  type: string;
  version: string;
  /** The vendor whose signature it has; Cashfree by default. */
  dialect?: Dialect;
  body: string;
  attempts: number;
  status: 'waiting' | 'delivered' | 'given up' | 'switched off';
  lastAnswer: string | null;
  at: string;
}

export const MESSAGE_STATES = ['sent', 'delivered', 'read', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export interface Message {
  /** The vendor's id. */
  id: string;
  /** A mobile number, an e-mail address, or the label of a push subscription. */
  to: string;
  channel: 'sms' | 'whatsapp' | 'push' | 'email';
  /** Whose dialect the receipts have. */
  vendor: 'msg91' | 'infobip' | 'whatsapp' | 'push' | 'smtp' | 'uidai';
  /** The caller's own id. */
  reference: string | null;
  /** The registered text or template. */
  template: string | null;
  locale: string;
  from: string;
  subject: string | null;
  /** Of a push. */
  title: string | null;
  text: string;
  html: string | null;
  otp: string | null;
  /** The first link, or where the main button leads. */
  link: string | null;
  actions: { title: string; link: string | null }[];
  state: MessageState;
  /** Of a mail: the envelope's sender, and some headers. */
  returnPath?: string;
  headers?: Record<string, string>;
  at: string;
}

/**
 * What happens to messages to one recipient. `refused`: the vendor refuses them. `undelivered`: it accepts them and
 * reports a failure. `late`: receipts take longer. `twice`: each comes twice. `silent`: none comes by itself.
 */
export const MANNERS = ['refused', 'undelivered', 'late', 'twice', 'silent'] as const;
export type Manner = (typeof MANNERS)[number];

/** A browser's subscription. Its private key stays here, so that pushes can be read. */
export interface PushSubscription {
  id: string;
  label: string;
  p256dh: string;
  privateKey: string;
  auth: string;
  /** The only key that may send to it, once it is known (`applicationServerKey`). */
  serverKey: string | null;
  ended: boolean;
  at: string;
}

export function createEmptyState(): State {
  return {
    lastNumber: 5_114_900_000,
    orders: {},
    disputes: {},
    settlements: {},
    beneficiaries: {},
    contacts: {},
    transfers: {},
    registeredNames: {},
    depositedPaise: {},
    checks: {},
    okyc: {},
    digilocker: {},
    deliveries: [],
    messages: [],
    manners: {},
    pushSubscriptions: {},
    oidcKey: null,
  };
}

/** Ids look like the vendor's: increasing numbers in strings. */
export function generateNumber(state: State): number {
  state.lastNumber += 1;
  return state.lastNumber;
}

/** Ids of Razorpay: the kind, and fourteen characters. */
export function generateRazorpayId(
  state: State,
  kind: 'order' | 'pay' | 'rfnd' | 'disp' | 'cont' | 'fa' | 'pout',
): string {
  return `${kind}_${String(generateNumber(state)).padStart(14, '0')}`;
}
