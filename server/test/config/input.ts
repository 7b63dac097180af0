import { ConfigError, readConfig, type Config } from '../../src/config/index.ts';
import { productionSettings } from './production.ts';
import { writeTemplatesFile } from './templates-file.ts';

export const vendors = {
  CASHFREE_PG_URL: 'https://api.cashfree.com/pg',
  CASHFREE_PAYOUT_URL: 'https://api.cashfree.com/payout',
  CASHFREE_VERIFICATION_URL: 'https://api.cashfree.com/verification',
  SETU_URL: 'https://dg.setu.co',
  MSG91_URL: 'https://control.msg91.com',
  SMTP_URL: 'smtps://user:hidden@mail.fws.in',
  FILE_SCANNER: 'unix:/run/clamav/clamd.ctl',
};
export const credentials = {
  CASHFREE_CLIENT_ID: 'cf-id',
  CASHFREE_CLIENT_SECRET: 'cf-secret',
  SETU_CLIENT_ID: 'setu-id',
  SETU_CLIENT_SECRET: 'setu-secret',
  SETU_PRODUCT_INSTANCE_ID: 'setu-product',
  MSG91_AUTH_KEY: 'msg91-key',
  MSG91_WEBHOOK_SECRET: 'msg91-hook',
};
export const templates = { SMS_TEMPLATES_FILE: writeTemplatesFile() };
export const vapid = {
  VAPID_PUBLIC_KEY: 'BOcS_mTS2IXF2mMoMXcC1BqRQgsGkU_RmJN6yrTruyusaYuLM774GkOwl9HzqGLAvx6bgqW7kos_WOzSC-rurnI',
  VAPID_PRIVATE_KEY: 'gmlvdie3Tzghnwkk7fjX0OB7Q0TubYRtv85d02_Mi-8',
};
export const infobip = {
  SMS_PROVIDER: 'infobip',
  INFOBIP_URL: 'https://abcde.api.infobip.com',
  INFOBIP_API_KEY: 'infobip-key',
  INFOBIP_SENDER: 'FWSPAY',
  INFOBIP_DLT_ENTITY_ID: '1101234560000012345',
  INFOBIP_WEBHOOK_SECRET: 'infobip-hook',
};
export const whatsApp = {
  WHATSAPP_PHONE_NUMBER_ID: '106540352242922',
  WHATSAPP_ACCESS_TOKEN: 'whatsapp-token',
  WHATSAPP_APP_SECRET: 'whatsapp-app',
  WHATSAPP_VERIFY_TOKEN: 'whatsapp-verify',
};
export const razorpay = {
  RAZORPAY_URL: 'https://api.razorpay.com/v1',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'rzp-secret',
  RAZORPAY_WEBHOOK_SECRET: 'newer,older',
  RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
};
const required = { ...productionSettings, AADHAAR_MODE: 'number' };
export const production = { ...required, ...vendors, ...credentials, ...templates, ...vapid };
export const omitSetting = (name: string, env: Record<string, string> = production) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));
export const sandbox = { url: 'http://localhost:3001', smtpPort: 2525 };
export const readTestConfig = (env: Record<string, string | undefined>): Config =>
  readConfig({
    databaseUrl: 'postgres://fws_app@localhost/fws',
    queueUrl: 'postgres://fws_queue@localhost/fws',
    port: 3000,
    dataDir: '/tmp',
    publicUrl: 'http://localhost:3000',
    ...(env['NODE_ENV'] === 'production' ? {} : { sandbox }),
    env,
  });

/** The faults of the settings, one sentence each. */
export function findFaults(env: Record<string, string | undefined>): readonly string[] {
  try {
    readTestConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
export const findFaultySettings = (env: Record<string, string>) =>
  findFaults(env).map((fault) => fault.replace(/ .*/, ''));
