import type { Clock } from './clock.ts';
import type { FileScanner } from './file-scanner.ts';
import type { FileStore } from './file-store.ts';
import type { IdentityVerifier } from './identity-verifier.ts';
import type { Mailer, PushSender, SmsSender, WhatsAppSender } from './messaging.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { PayoutGateway } from './payout-gateway.ts';
import type { SocialIdentity } from './social-identity.ts';
import type { PlaceFinder } from './place-finder.ts';
import { ProviderError } from './provider-error.ts';

/** Everything outside the product; chosen in `compose-ports.ts` and nowhere else. */
export interface Ports {
  clock: Clock;
  payments: PaymentGateway;
  payouts: PayoutGateway;
  /** The other providers that are still configured: whatever started with a provider is finished with it. */
  otherPayments: PaymentGateway | null;
  otherPayouts: PayoutGateway | null;
  identity: IdentityVerifier;
  sms: SmsSender;
  /** Null: this installation has no WhatsApp account. */
  whatsApp: WhatsAppSender | null;
  push: PushSender;
  mail: Mailer;
  social: SocialIdentity;
  places: PlaceFinder;
  files: FileStore;
  scanner: FileScanner;
}

const ASK_AGAIN_AFTER_MS = 600_000;

/**
 * The gateway that an order was created with. Without it there is nobody to ask, and no other gateway may be used
 * instead.
 */
export function getPaymentGateway(ports: Ports, provider: string): PaymentGateway {
  return getGateway([ports.payments, ports.otherPayments], provider);
}

export function getPayoutGateway(ports: Ports, provider: string): PayoutGateway {
  return getGateway([ports.payouts, ports.otherPayouts], provider);
}

function getGateway<Gateway extends { provider: string }>(
  gateways: (Gateway | null)[],
  provider: string,
): Gateway {
  const match = gateways.find((gateway) => gateway?.provider === provider);
  if (match) return match;
  throw new ProviderError('limited', 'provider_not_set_up', `${provider} is not set up`, ASK_AGAIN_AFTER_MS);
}
