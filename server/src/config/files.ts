import { readFileSync } from 'node:fs';
import type { Faults } from './faults.ts';

export type Environment = Record<string, string | undefined>;

/**
 * Each can be given as `<NAME>_FILE`, the path of a file with its value, as container and service managers provide
 * secrets.
 */
export const SECRET_SETTINGS: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'QUEUE_URL',
  'MIGRATION_URL',
  'REPLICA_URL',
  'REDIS_URL',
  'FWS_SECRET',
  'FWS_SECRET_PREVIOUS',
  'IDENTITY_KEY',
  'IDENTITY_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'CASHFREE_CLIENT_SECRET',
  'RAZORPAY_KEY_SECRET',
  'RAZORPAY_WEBHOOK_SECRET',
  'SETU_CLIENT_SECRET',
  'MSG91_AUTH_KEY',
  'MSG91_WEBHOOK_SECRET',
  'INFOBIP_API_KEY',
  'INFOBIP_WEBHOOK_SECRET',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
  'VAPID_PRIVATE_KEY',
  'GOOGLE_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'SMTP_URL',
  'MAIL_BOUNCE_SECRET',
  'S3_SECRET_ACCESS_KEY',
]);

/** The value of a setting, from the environment or from its file. Removes the line break at the end of a file. */
export function readSettingText(name: string, env: Environment, faults: Faults): string | undefined {
  const file = SECRET_SETTINGS.has(name) ? env[`${name}_FILE`] : undefined;
  if (!file) return env[name];
  if (env[name]) {
    faults.add(name, `and ${name}_FILE are both set: keep one of them`);
    return env[name];
  }
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    faults.add(`${name}_FILE`, `names ${file}, which cannot be read (${code})`);
    return undefined;
  }
}
