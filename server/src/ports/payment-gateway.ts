/** Money in: orders, attempts and refunds at a payment aggregator. All amounts in integer paise, INR. */
export interface PaymentGateway {
  readonly provider: string;
  /** Creates the order, or returns the existing one when `orderId` was created before with the same amount. */
  createOrder(order: NewGatewayOrder): Promise<GatewayOrder>;
  getOrder(orderId: string): Promise<GatewayOrder | null>;
  listPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Closes an unpaid order, as far as the provider can: a payment under way may still succeed. */
  terminateOrder(orderId: string): Promise<void>;
  /** Of a payment that `listPayments` told. Same `refundId` and amount again is the same refund. */
  createRefund(refund: {
    orderId: string;
    paymentId: string;
    refundId: string;
    amountPaise: number;
    note: string;
  }): Promise<GatewayRefund>;
  getRefund(orderId: string, paymentId: string, refundId: string): Promise<GatewayRefund | null>;
  /** A bank's claim of a payment back; null when the provider knows none by that id. */
  getChargeback(chargebackId: string): Promise<GatewayChargeback | null>;
  listChargebacks(orderId: string): Promise<GatewayChargeback[]>;
  /** What the provider sent to our bank account, or is about to. */
  getSettlement(settlementId: string): Promise<GatewaySettlement | null>;
  /** Of those begun between two moments; page by page, `next` null on the last. */
  listSettlements(asked: ListAsked): Promise<{ settlements: GatewaySettlement[]; next: string | null }>;
  /** Payments and refunds of the whole account, whether or not we ever heard of them; pages as above. */
  listMovements(asked: ListAsked): Promise<{ movements: GatewayMovement[]; next: string | null }>;
  /**
   * Where the payer's browser goes to pay: the provider's hosted page, or what our page needs to start its script.
   * It comes back to `returnUrl`, by GET or by POST.
   */
  checkout(order: Pick<GatewayOrder, 'orderId' | 'sessionId'> & { returnUrl: string }): Checkout;
  /** Verifies the signature over the raw bytes. An event's body never moves money: it only says what to ask about. */
  readWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): WebhookReading<PaymentEvent>;
}

/** `script`: a page loads `src`, runs `start`, and may speak to `hosts` (a content security policy source). */
export type Checkout =
  | { kind: 'redirect'; url: string }
  | { kind: 'script'; src: string; start: string; hosts: string };

export interface NewGatewayOrder {
  orderId: string;
  amountPaise: number;
  customerId: string;
  customerPhone: string;
  customerEmail?: string;
  returnUrl: string;
  notifyUrl: string;
  expiresAt: Date;
  note: string;
}

export interface GatewayOrder {
  orderId: string;
  providerOrderId: string;
  amountPaise: number;
  currency: string;
  status: 'active' | 'paid' | 'expired' | 'terminated';
  sessionId: string;
}

export interface GatewayPayment {
  paymentId: string;
  orderId: string;
  amountPaise: number;
  currency: string;
  status: 'success' | 'pending' | 'not_attempted' | 'failed' | 'user_dropped' | 'cancelled' | 'void';
  method: string;
  bankReference: string | null;
  completedAt: Date | null;
  failureReason: string | null;
}

export interface GatewayRefund {
  refundId: string;
  orderId: string;
  amountPaise: number;
  status: 'pending' | 'success' | 'failed' | 'cancelled' | 'on_hold';
}

/** A payer's bank asks for a payment back. */
export interface GatewayChargeback {
  chargebackId: string;
  orderId: string;
  paymentId: string;
  amountPaise: number;
  currency: string;
  status: 'open' | 'won' | 'lost';
  /** The provider has taken the money from us. An inquiry that may become a chargeback has not. */
  isDebited: boolean;
  reason: string;
  respondBy: Date | null;
  /** Tells older news from newer; null where the provider does not say. */
  updatedAt: Date | null;
}

/** Payments on their way to our bank account, less the provider's fee and the GST on it. */
export interface GatewaySettlement {
  settlementId: string;
  status: 'pending' | 'success' | 'failed' | 'reversed';
  /** What reaches the bank. */
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
  utr: string | null;
  settledAt: Date | null;
}

/** A page of what a provider has by date. Both ends count; the first page has no cursor. */
export interface ListAsked {
  from: Date;
  until: Date;
  cursor: string | null;
}

/** A payment or refund as the provider's own list has it. */
export interface GatewayMovement {
  kind: 'payment' | 'refund';
  /** Of a payment the provider's. Of a refund ours, or the provider's where somebody made it at the provider's pages. */
  id: string;
  /** Our order number, where the list says it. */
  orderId: string | null;
  /** The provider's own order id, where the list says it. */
  providerOrderId: string | null;
  amountPaise: number;
  /** `success`: the money was taken from the payer, or given back to them. */
  status: 'success' | 'pending' | 'failed';
  at: Date;
}

export type WebhookReading<Event> =
  | {
      verdict: 'valid';
      /** The same for the same signed content, whatever else came with it. */
      dedupeKey: string;
      /** As the signed content says; null where it does not. */
      signedAt: Date | null;
      type: string;
      event: Event | null;
    }
  | { verdict: 'forged' | 'malformed'; reason: string };

/** `null` event above: a genuine webhook of a type we do not act on. */
export type PaymentEvent =
  | { about: 'order'; orderId: string }
  | { about: 'refund'; orderId: string; refundId: string }
  | { about: 'chargeback'; chargebackId: string }
  | { about: 'settlement'; settlementId: string };
