import type { Locale } from '@fws/contract/platform/messages';
import type { WebhookReading } from './payment-gateway.ts';

/** What a vendor says of a message that it was given. */
export interface MessageReceipt {
  /** Ours, as it was sent with the message. */
  reference: string;
  /** The vendor's own id; null where the report does not name it. */
  providerId: string | null;
  state: 'sent' | 'delivered' | 'read' | 'failed';
  /** The vendor's code or words for a failure, without the recipient. */
  reason: string | null;
}

/** The text registered with the operators (DLT) or with WhatsApp: a one-time code, or a kind of notification. */
export type MessageTemplate = string;

/** Text messages. Every text is registered with the operators (DLT); the sent text must match it. */
export interface SmsSender {
  readonly provider: string;
  /**
   * Hands over one message. `values` are the template's variables in its order. Vendors do not refuse a repeated
   * `reference`: look it up with `findMessage` before a repeat.
   */
  send(message: {
    to: string;
    template: MessageTemplate;
    locale: Locale;
    text: string;
    values: readonly string[];
    reference: string;
  }): Promise<{ providerId: string | null }>;
  /** Null: the vendor was given no message with this reference. */
  findMessage(query: { reference: string; to: string; sentAfter: Date }): Promise<MessageReceipt | null>;
  readWebhook(
    headers: Record<string, string | undefined>,
    rawBody: Buffer,
  ): WebhookReading<readonly MessageReceipt[]>;
}

/** Template messages of a WhatsApp business account. There is no look-up: the webhook alone tells of a reference. */
export interface WhatsAppSender {
  readonly provider: string;
  send(message: {
    to: string;
    template: MessageTemplate;
    locale: Locale;
    /** As the phone shows it; vendors write it from the template and the values. */
    text: string;
    values: readonly string[];
    /** The end of the button's link, after the part that the template fixes: `s/2bx8`. */
    linkPath: string;
    /** The text of the button. */
    linkText: string;
    reference: string;
  }): Promise<{ providerId: string | null }>;
  readWebhook(headers: Record<string, string | undefined>, rawBody: Buffer): WebhookReading<WhatsAppEvent>;
  /** The answer to the vendor's check of our webhook address; null when its secret is wrong. */
  answerChallenge(query: Record<string, string | undefined>): string | null;
}

export interface WhatsAppEvent {
  receipts: readonly MessageReceipt[];
  /** Mobile numbers (+91…) whose owners pressed "stop" or wrote it. */
  stops: readonly string[];
}

/** Web push (RFC 8030, 8291, 8292). There is no look-up: a repeat with the same tag replaces what is shown. */
export interface PushSender {
  /** The VAPID key for browsers, base64url. */
  readonly publicKey: string;
  /** Whether an address belongs to a push service: browsers send any address they like. */
  isPushService(endpoint: string): boolean;
  /** `gone`: the browser's subscription has ended. */
  send(message: {
    endpoint: string;
    p256dh: string;
    auth: string;
    /** JSON, at most 3,000 bytes. */
    payload: string;
    /** A later message with the same topic replaces one that waits; at most 32 characters of base64url. */
    topic: string;
    ttlSeconds: number;
    urgency: 'normal' | 'high';
  }): Promise<'sent' | 'gone'>;
}

export interface Mailer {
  send(message: {
    to: string;
    subject: string;
    text: string;
    html?: string;
    /** The same for every attempt: it becomes the Message-ID, and bounces name it. */
    reference?: string;
    /** RFC 8058: mail programs send a POST to this address when the recipient unsubscribes. */
    unsubscribeUrl?: string;
  }): Promise<void>;
  /** Reads a returned mail (RFC 3464) that the mail server hands on. */
  readBounce(
    headers: Record<string, string | undefined>,
    rawBody: Buffer,
  ): WebhookReading<MailBounce> | Promise<WebhookReading<MailBounce>>;
}

export interface MailBounce {
  reference: string;
  /** `permanent`: nobody reads this address. */
  kind: 'permanent' | 'temporary';
  /** The status code, such as 5.1.1. */
  reason: string;
}
