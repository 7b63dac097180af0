import type { Clock } from './clock.ts';
import type { FileStore } from './file-store.ts';
import type { IdentityVerifier } from './identity-verifier.ts';
import type { Mailer, SmsSender } from './messaging.ts';
import type { PaymentGateway } from './payment-gateway.ts';
import type { PayoutGateway } from './payout-gateway.ts';
import type { SocialIdentity } from './social-identity.ts';
import type { PlaceFinder } from './place-finder.ts';

/** Everything outside the product, chosen in `compose.ts` and nowhere else. */
export interface Ports {
  clock: Clock;
  payments: PaymentGateway;
  payouts: PayoutGateway;
  identity: IdentityVerifier;
  sms: SmsSender;
  mail: Mailer;
  social: SocialIdentity;
  places: PlaceFinder;
  files: FileStore;
}
