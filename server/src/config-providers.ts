import { JOB_MAX_PAISE, ORDER_MAX_PAISE, ORDER_MIN_PAISE } from '@fws/contract/platform/limits';
import * as z from 'zod';
import { checkOutsideAddress, isForTests, NO_SANDBOX, type Mode } from './config-addresses.ts';
import type { Faults } from './config-faults.ts';

const text = z.string().min(1).optional();
const webUrl = z.url({ protocol: /^https?$/, error: 'it must be an https:// address' }).optional();
const MONEY_PROVIDERS = ['cashfree', 'razorpay'] as const;
export type MoneyProvider = (typeof MONEY_PROVIDERS)[number];

/** Settings of outside providers: money, identity checks and messages. */
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
  MSG91_URL: webUrl,
  MSG91_AUTH_KEY: text,
  MSG91_TEMPLATE_OTP_EN: text,
  MSG91_TEMPLATE_OTP_HI: text,
  MSG91_TEMPLATE_NOTICE_EN: text,
  MSG91_TEMPLATE_NOTICE_HI: text,
};

type Env = z.infer<z.ZodObject<typeof providerEnvironment>>;
type Url = Extract<keyof Env, `${string}_URL`>;
type Credential = Exclude<
  keyof Env,
  Url | 'PAYMENTS_PROVIDER' | 'PAYOUTS_PROVIDER' | 'PAYMENT_MAX_RUPEES' | 'AADHAAR_MODE'
>;

interface Surroundings {
  mode: Mode;
  /** Null: there is no sandbox, or it may not be used. */
  sandboxUrl: string | null;
  faults: Faults;
}

export type ProviderSettings = ReturnType<typeof readProviders>;

export function readProviders(env: Env, { mode, sandboxUrl, faults }: Surroundings) {
  const paymentsProvider = env.PAYMENTS_PROVIDER;
  const payoutsProvider = env.PAYOUTS_PROVIDER ?? paymentsProvider;

  const readAddress = (name: Url, standIn: string): string => {
    const url = env[name];
    if (url !== undefined) checkOutsideAddress(name, url, mode, faults);
    else if (sandboxUrl === null) faults.add(name, `is not set, ${NO_SANDBOX}`);
    return url ?? `${sandboxUrl ?? ''}${standIn}`;
  };

  /** The sandbox's credentials are public, so they are refused in production. */
  const readCredential = (name: Credential): string => {
    const value = env[name];
    if (mode === 'production') {
      if (value === undefined) faults.add(name, 'is not set');
      else if (isTestCredential(value)) faults.add(name, 'is a test credential, which production refuses');
    }
    return value ?? 'sandbox';
  };

  /** Template ids are needed with the vendor's own address; the sandbox has its own. */
  const readTemplate = (name: `MSG91_TEMPLATE_${'OTP' | 'NOTICE'}_${'EN' | 'HI'}`): string => {
    const id = env[name];
    // Operators silently drop texts with an unknown template, and we would not learn of it.
    if (!id) faults.add(name, 'is not set: the id of the text registered with the operators (DLT)');
    return id ?? '';
  };

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
    msg91: {
      baseUrl: readAddress('MSG91_URL', ''),
      authKey: readCredential('MSG91_AUTH_KEY'),
      /** Null: the sandbox's own. */
      templateIds: env.MSG91_URL
        ? {
            otp: { en: readTemplate('MSG91_TEMPLATE_OTP_EN'), hi: readTemplate('MSG91_TEMPLATE_OTP_HI') },
            notice: {
              en: readTemplate('MSG91_TEMPLATE_NOTICE_EN'),
              hi: readTemplate('MSG91_TEMPLATE_NOTICE_HI'),
            },
          }
        : null,
    },
  };
}

/** The sandbox's own, Razorpay's test keys, Cashfree's test ids and secrets. */
const isTestCredential = (value: string): boolean =>
  value === 'sandbox' || /^(rzp_test_|TEST|cfsk_ma_test_)/.test(value);
