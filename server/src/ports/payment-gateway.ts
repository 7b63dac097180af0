/** Incoming money: orders, payment attempts and refunds at a payment aggregator. All amounts in integer paise, INR. */
export interface PaymentGateway {
  readonly provider: string;
  /** Creates the order, or returns the existing one when `orderId` was used before with the same amount. */
  createOrder(order: NewGatewayOrder): Promise<GatewayOrder>;
  getOrder(orderId: string): Promise<GatewayOrder | null>;
  listPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Closes an unpaid order as far as the provider can: a payment in progress may still succeed. */
  terminateOrder(orderId: string): Promise<void>;
  /** Refunds a payment from `listPayments`. A repeat with the same `refundId` and amount returns the same refund. */
  createRefund(refund: {
    orderId: string;
    paymentId: string;
    refundId: string;
    amountPaise: number;
    note: string;
  }): Promise<GatewayRefund>;
  getRefund(orderId: string, paymentId: string, refundId: string): Promise<GatewayRefund | null>;
  /** A chargeback by the payer's bank; null when the provider has none with that id. */
  getChargeback(chargebackId: string): Promise<GatewayChargeback | null>;
  listChargebacks(orderId: string): Promise<GatewayChargeback[]>;
  /** What the provider has sent to our bank account, or will send. */
  getSettlement(settlementId: string): Promise<GatewaySettlement | null>;
  /** Settlements started in the period, page by page; `next` is null on the last page. */
  listSettlements(query: ListQuery): Promise<{ settlements: GatewaySettlement[]; next: string | null }>;
  /** Payments and refunds of the whole account, whether we know them or not; paged as above. */
  listMovements(query: ListQuery): Promise<{ movements: GatewayMovement[]; next: string | null }>;
  /**
   * Where the payer's browser goes to pay: the provider's hosted page, or what our page needs to start the provider's
   * script. The browser returns to `returnUrl` by GET or by POST.
   */
  checkout(order: Pick<GatewayOrder, 'orderId' | 'sessionId'> & { returnUrl: string }): Checkout;
  /** Verifies the signature over the raw bytes. An event's body never moves money: it only says what to look up. */
  readWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): WebhookReading<PaymentEvent>;
}

/** `script`: a page loads `src`, runs `start`, and may connect to `hosts` (a content security policy source). */
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

/** A payer's bank reverses a payment. */
export interface GatewayChargeback {
  chargebackId: string;
  orderId: string;
  paymentId: string;
  amountPaise: number;
  currency: string;
  status: 'open' | 'won' | 'lost';
  /** The provider has debited the money. An inquiry that may become a chargeback has not. */
  isDebited: boolean;
  reason: string;
  respondBy: Date | null;
  /** Orders reports by age; null where the provider does not give it. */
  updatedAt: Date | null;
}

/** A settlement of payments to our bank account, less the provider's fee and the GST on it. */
export interface GatewaySettlement {
  settlementId: string;
  status: 'pending' | 'success' | 'failed' | 'reversed';
  /** The amount that reaches the bank. */
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
  utr: string | null;
  settledAt: Date | null;
}

/** One page of a provider's records by date. Both ends are inclusive; the first page has no cursor. */
export interface ListQuery {
  from: Date;
  until: Date;
  cursor: string | null;
}

/** A payment or refund in the provider's own list. */
export interface GatewayMovement {
  kind: 'payment' | 'refund';
  /**
   * The provider's id of a payment. For a refund our id, or the provider's when it was made at the provider's pages.
   */
  id: string;
  /** Our order number, where the list contains it. */
  orderId: string | null;
  /** The provider's own order id, where the list contains it. */
  providerOrderId: string | null;
  amountPaise: number;
  /** `success`: the money was taken from the payer, or returned to them. */
  status: 'success' | 'pending' | 'failed';
  at: Date;
}

export type WebhookReading<Event> =
  | {
      verdict: 'valid';
      /** The same for the same signed content, whatever unsigned headers came with it. */
      dedupeKey: string;
      /** From the signed content; null where it has no time. */
      signedAt: Date | null;
      type: string;
      event: Event | null;
    }
  | { verdict: 'forged' | 'malformed'; reason: string };

/** A `null` event above is a genuine webhook of a type that we do not handle. */
export type PaymentEvent =
  | { about: 'order'; orderId: string }
  | { about: 'refund'; orderId: string; refundId: string }
  | { about: 'chargeback'; chargebackId: string }
  | { about: 'settlement'; settlementId: string };
