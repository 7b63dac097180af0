import { JOB_MAX_PAISE, ORDER_MAX_PAISE, ORDER_MIN_PAISE } from '@fws/contract/platform/limits';
import * as z from 'zod';
import { isForTests } from './addresses.ts';
import { createVendorReader, isTestCredential, type Surroundings } from './vendor.ts';

const text = z.string().min(1).optional();
const webUrl = z.url({ protocol: /^https?$/, error: 'it must be an https:// address' }).optional();
const MONEY_PROVIDERS = ['cashfree', 'razorpay'] as const;
export type MoneyProvider = (typeof MONEY_PROVIDERS)[number];

/** Settings of outside providers of money and identity checks. */
export const providerEnvironment = {
  PAYMENTS_PROVIDER: z.enum(MONEY_PROVIDERS).default('cashfree'),
  PAYOUTS_PROVIDER: z.enum(MONEY_PROVIDERS).optional(),
  PAYMENT_MAX_RUPEES: z.coerce
    .number()
    .int()
    .min(1)
    .max(JOB_MAX_PAISE / 100)
    .default(ORDER_MAX_PAISE / 100),
  CASHFREE_PG_URL: webUrl,
  CASHFREE_PAYOUT_URL: webUrl,
  CASHFREE_VERIFICATION_URL: webUrl,
  CASHFREE_CLIENT_ID: text,
  CASHFREE_CLIENT_SECRET: text,
  RAZORPAY_URL: webUrl,
  RAZORPAY_KEY_ID: text,
  RAZORPAY_KEY_SECRET: text,
  RAZORPAY_WEBHOOK_SECRET: text,
  RAZORPAYX_ACCOUNT_NUMBER: text,
  AADHAAR_MODE: z.enum(['number', 'digilocker']).optional(),
  SETU_URL: webUrl,
  SETU_CLIENT_ID: text,
  SETU_CLIENT_SECRET: text,
  SETU_PRODUCT_INSTANCE_ID: text,
};

type Env = z.infer<z.ZodObject<typeof providerEnvironment>>;
type Url = Extract<keyof Env, `${string}_URL`>;
export type ProviderSettings = ReturnType<typeof readProviders>;

export function readProviders(env: Env, surroundings: Surroundings) {
  const { mode, sandboxUrl, faults } = surroundings;
  const { readAddress, readCredential } = createVendorReader(env, surroundings);
  const paymentsProvider = env.PAYMENTS_PROVIDER;
  const payoutsProvider = env.PAYOUTS_PROVIDER ?? paymentsProvider;

  /** A trial tells everybody that no real money moves. */
  const refuseRealMoney = (name: Url, isTestAccount: boolean): void => {
    const url = env[name];
    if (mode === 'trial' && url !== undefined && !isForTests(url) && !isTestAccount)
      faults.add(name, 'moves real money, which a trial (ALLOW_SANDBOX=1) refuses');
  };
  refuseRealMoney('CASHFREE_PG_URL', false);
  refuseRealMoney('CASHFREE_PAYOUT_URL', false);
  refuseRealMoney('RAZORPAY_URL', env.RAZORPAY_KEY_ID !== undefined && isTestCredential(env.RAZORPAY_KEY_ID));

  const readCashfreeAccount = () => ({
    clientId: readCredential('CASHFREE_CLIENT_ID'),
    clientSecret: readCredential('CASHFREE_CLIENT_SECRET'),
  });
  const readRazorpayAccount = () => ({
    baseUrl: readAddress('RAZORPAY_URL', '/razorpay/v1'),
    keyId: readCredential('RAZORPAY_KEY_ID'),
    keySecret: readCredential('RAZORPAY_KEY_SECRET'),
    // Several during a key change: earlier deliveries stay signed with the older one.
    webhookSecrets: readCredential('RAZORPAY_WEBHOOK_SECRET').split(','),
  });
  /** Either chosen, or still configured: then it finishes what started with it. */
  const isUsed = (name: MoneyProvider, chosen: MoneyProvider, ownSetting: keyof Env): boolean =>
    name === chosen || env[ownSetting] !== undefined || sandboxUrl !== null;
  const aadhaarMode = env.AADHAAR_MODE ?? (mode === 'development' ? 'number' : 'digilocker');
  const byNumber = aadhaarMode === 'number';

  return {
    /** The providers of new orders and new withdrawals. `null` below: not configured. */
    chosen: { payments: paymentsProvider, payouts: payoutsProvider },
    /** What the chosen provider takes in one payment. */
    paymentLimits: { minPaise: ORDER_MIN_PAISE, maxPaise: env.PAYMENT_MAX_RUPEES * 100 },
    cashfree: {
      payments: isUsed('cashfree', paymentsProvider, 'CASHFREE_PG_URL')
        ? {
            ...readCashfreeAccount(),
            baseUrl: readAddress('CASHFREE_PG_URL', '/pg'),
            checkoutUrl: env.CASHFREE_PG_URL ? null : sandboxUrl,
          }
        : null,
      payouts: isUsed('cashfree', payoutsProvider, 'CASHFREE_PAYOUT_URL')
        ? { ...readCashfreeAccount(), baseUrl: readAddress('CASHFREE_PAYOUT_URL', '/payout') }
        : null,
      verification: {
        ...readCashfreeAccount(),
        baseUrl: readAddress('CASHFREE_VERIFICATION_URL', '/verification'),
      },
    },
    razorpay: {
      payments: isUsed('razorpay', paymentsProvider, 'RAZORPAY_URL')
        ? { ...readRazorpayAccount(), checkoutUrl: env.RAZORPAY_URL ? null : sandboxUrl }
        : null,
      payouts: isUsed('razorpay', payoutsProvider, 'RAZORPAYX_ACCOUNT_NUMBER')
        ? { ...readRazorpayAccount(), accountNumber: readCredential('RAZORPAYX_ACCOUNT_NUMBER') }
        : null,
    },
    aadhaarWay: aadhaarMode,
    /** Whether the sandbox stands in for the vendors of identity checks. */
    identityStandIn: { cashfree: !env.CASHFREE_VERIFICATION_URL, setu: !env.SETU_URL },
    // With DigiLocker nobody is asked for a number.
    setu: {
      baseUrl: byNumber ? readAddress('SETU_URL', '/setu') : '',
      clientId: byNumber ? readCredential('SETU_CLIENT_ID') : '',
      clientSecret: byNumber ? readCredential('SETU_CLIENT_SECRET') : '',
      productInstanceId: byNumber ? readCredential('SETU_PRODUCT_INSTANCE_ID') : '',
    },
  };
}
