import { addDeadline } from './adapters/deadline.ts';
import { countMessages } from './adapters/message-watch.ts';
import { createBundledPlaces } from './adapters/places/bundled.ts';
import { createFileStore } from './adapters/files/store.ts';
import { createClamdScanner } from './adapters/scanner/clamd.ts';
import { noScanner } from './adapters/scanner/none.ts';
import { createIdentityVerifier } from './adapters/identity/vendors.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createCashfreePayments } from './adapters/payments/cashfree.ts';
import { createRazorpayPayments } from './adapters/payments/razorpay.ts';
import { createCashfreeNameCheck } from './adapters/payouts/cashfree-name-check.ts';
import { createCashfreePayouts } from './adapters/payouts/cashfree.ts';
import { createRazorpayPayouts } from './adapters/payouts/razorpay.ts';
import { createOidcIdentity } from './adapters/social/oidc.ts';
import { findVapidKeys } from './adapters/push/vapid-keys.ts';
import { createWebPush } from './adapters/push/web-push.ts';
import { createInfobipSms } from './adapters/sms/infobip.ts';
import { createMsg91Sms } from './adapters/sms/msg91.ts';
import { createCloudWhatsApp } from './adapters/whatsapp/cloud-api.ts';
import type { MoneyProvider } from './config/providers.ts';
import type { Config } from './config/index.ts';
import { loadKeyring } from './platform/keys.ts';
import type { Ports } from './ports/index.ts';
import { systemClock } from './ports/clock.ts';

/** Creates this installation's adapters. Calls to each of them have a deadline. */
export function composePorts(config: Config): Ports {
  const payments = createPaymentGateways(config);
  const payouts = createPayoutGateways(config);
  return {
    clock: systemClock,
    payments: addDeadline(payments.chosen),
    payouts: addDeadline(payouts.chosen),
    otherPayments: payments.other && addDeadline(payments.other),
    otherPayouts: payouts.other && addDeadline(payouts.other),
    identity: addDeadline(
      createIdentityVerifier(
        { ...config.cashfree.verification, standIn: config.identityStandIn.cashfree },
        {
          ...config.setu,
          redirectUrl: `${config.publicUrl}/ekycEdit`,
          standIn: config.identityStandIn.setu,
        },
      ),
    ),
    sms: addDeadline(countMessages('sms', createSmsSender(config))),
    whatsApp: config.whatsApp && addDeadline(countMessages('whatsapp', createCloudWhatsApp(config.whatsApp))),
    push: addDeadline(
      countMessages(
        'push',
        createWebPush({ ...config.push, keys: findVapidKeys(config.push.keys, loadKeyring(config).current) }),
      ),
    ),
    mail: countMessages(
      'email',
      createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom, ...config.bounces }),
    ),
    social: addDeadline(createOidcIdentity(config.social)),
    places: createBundledPlaces(),
    files: createFileStore(config),
    scanner: config.fileScanner === null ? noScanner : addDeadline(createClamdScanner(config.fileScanner)),
  };
}

const createSmsSender = ({ sms }: Config) =>
  sms.provider === 'msg91' ? createMsg91Sms(sms) : createInfobipSms(sms);

function createPaymentGateways({ chosen, cashfree, razorpay }: Config) {
  const byCashfree =
    cashfree.payments &&
    createCashfreePayments({ ...cashfree.payments, ...toCheckoutConfig(cashfree.payments) });
  const byRazorpay =
    razorpay.payments &&
    createRazorpayPayments({ ...razorpay.payments, ...toCheckoutConfig(razorpay.payments), shopName: 'FWS' });
  return choose(chosen.payments, byCashfree, byRazorpay);
}

/** The sandbox has its own checkout page; the vendors' checkouts are started by their scripts. */
const toCheckoutConfig = ({ checkoutUrl }: { checkoutUrl: string | null }) => ({
  checkout: checkoutUrl === null ? ('script' as const) : ('sandbox-page' as const),
  checkoutBaseUrl: checkoutUrl ?? '',
});

function createPayoutGateways({ chosen, cashfree, razorpay }: Config) {
  const checkName = createCashfreeNameCheck(cashfree.verification);
  const byCashfree = cashfree.payouts && createCashfreePayouts({ ...cashfree.payouts, checkName });
  const byRazorpay = razorpay.payouts && createRazorpayPayouts({ ...razorpay.payouts, checkName });
  return choose(chosen.payouts, byCashfree, byRazorpay);
}

function choose<Gateway>(name: MoneyProvider, byCashfree: Gateway | null, byRazorpay: Gateway | null) {
  const [chosen, other] = name === 'cashfree' ? [byCashfree, byRazorpay] : [byRazorpay, byCashfree];
  if (chosen === null) throw new Error(`${name} is chosen and not set up`);
  return { chosen, other };
}
