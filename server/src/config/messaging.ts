import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MESSAGE_TEMPLATES } from '@fws/contract/notifications/channels';
import { LOCALES } from '@fws/contract/platform/messages';
import * as z from 'zod';
import type { SmsTemplates } from '../adapters/sms/templates.ts';
import { checkOutsideAddress } from './addresses.ts';
import { createVendorReader, SANDBOX_CREDENTIAL, type Surroundings } from './vendor.ts';
import type { MessageTemplate } from '../ports/messaging.ts';

/** Every kind of SMS: each has one registered text for each language. */
const SMS_TEMPLATES: readonly MessageTemplate[] = ['otp', ...MESSAGE_TEMPLATES];

const SMS_PROVIDERS = ['msg91', 'infobip'] as const;

const text = z.string().min(1).optional();
const webUrl = z.url({ protocol: /^https?$/, error: 'it must be an https:// address' }).optional();

/** Settings of the channels that reach people outside the app. */
export const messagingEnvironment = {
  SMS_PROVIDER: z.enum(SMS_PROVIDERS).default('msg91'),
  SMS_TEMPLATES_FILE: text,
  MSG91_URL: webUrl,
  MSG91_AUTH_KEY: text,
  MSG91_WEBHOOK_SECRET: text,
  INFOBIP_URL: webUrl,
  INFOBIP_API_KEY: text,
  INFOBIP_SENDER: z
    .string()
    .regex(/^[A-Za-z]{6}$/, 'it must be the six letters of the registered header')
    .optional(),
  INFOBIP_DLT_ENTITY_ID: z
    .string()
    .regex(/^\d{10,25}$/, 'it must be the number that the operators (DLT) gave the company')
    .optional(),
  INFOBIP_WEBHOOK_SECRET: text,
  WHATSAPP_URL: webUrl,
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d+$/, 'it must be the number’s id, which has digits only')
    .optional(),
  WHATSAPP_ACCESS_TOKEN: text,
  WHATSAPP_APP_SECRET: text,
  WHATSAPP_VERIFY_TOKEN: text,
  VAPID_PUBLIC_KEY: text,
  VAPID_PRIVATE_KEY: text,
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .regex(/^[^+@\s]{1,20}@[^@\s]+$/, 'it must look like bounces@fws.in')
    .optional(),
  MAIL_BOUNCE_SECRET: text,
};

type Env = z.infer<z.ZodObject<typeof messagingEnvironment>>;
type Channels = Surroundings & { mailFrom: string; contactEmail: string };

export function readMessaging(env: Env, channels: Channels) {
  return {
    sms: readSms(env, channels),
    /** Null: there is no WhatsApp account. */
    whatsApp: readWhatsApp(env, channels),
    push: readPush(env, channels),
    /** What `MAIL_BOUNCE_…` says of undeliverable mails. */
    bounces: readBounces(env, channels),
  };
}

function readSms(env: Env, channels: Channels) {
  const { readAddress, readCredential } = createVendorReader(env, channels);
  const templates = readTemplates(env, channels);
  const outboxUrl =
    templates === null && channels.sandboxUrl !== null ? `${channels.sandboxUrl}/outbox` : null;
  if (env.SMS_PROVIDER === 'msg91')
    return {
      provider: 'msg91' as const,
      baseUrl: readAddress('MSG91_URL', ''),
      authKey: readCredential('MSG91_AUTH_KEY'),
      // Several during a change of the secret.
      webhookSecrets: readCredential('MSG91_WEBHOOK_SECRET').split(','),
      /** Null: the sandbox's own. */
      templates,
      /** Where the sandbox shows messages that are not sent; null: they are sent. */
      outboxUrl,
    };
  return {
    provider: 'infobip' as const,
    baseUrl: readAddress('INFOBIP_URL', '/infobip'),
    apiKey: readCredential('INFOBIP_API_KEY'),
    sender: readCredential('INFOBIP_SENDER'),
    entityId: readCredential('INFOBIP_DLT_ENTITY_ID'),
    webhookSecrets: readCredential('INFOBIP_WEBHOOK_SECRET').split(','),
    templates,
    outboxUrl,
  };
}

const registeredText = z.object({ id: z.string().default(''), dlt: z.string().default('') });
const templatesFile = z.record(z.string(), z.partialRecord(z.enum(LOCALES), registeredText));

/**
 * Null for the sandbox's own. Operators silently drop texts that are not registered, and we would not learn of it, so
 * every kind must be there in both languages before anything is sent.
 */
function readTemplates(env: Env, { mode, faults }: Surroundings): SmsTemplates | null {
  const file = env.SMS_TEMPLATES_FILE;
  const url = env.SMS_PROVIDER === 'msg91' ? env.MSG91_URL : env.INFOBIP_URL;
  if (url === undefined && mode !== 'production') return null;
  if (file === undefined) {
    faults.add(
      'SMS_TEMPLATES_FILE',
      'is not set: the file with the texts registered with the operators (DLT)',
    );
    return null;
  }
  const texts = parseTemplates(file);
  if (typeof texts === 'string') {
    faults.add('SMS_TEMPLATES_FILE', `names ${file}, ${texts}`);
    return null;
  }
  const idName = env.SMS_PROVIDER === 'msg91' ? 'id' : 'dlt';
  const missing = SMS_TEMPLATES.flatMap((template) => {
    const locales = LOCALES.filter((locale) => !texts[template]?.[locale]?.[idName]);
    return locales.length === 0 ? [] : [`${template} (${locales.join(', ')})`];
  });
  if (missing.length > 0)
    faults.add('SMS_TEMPLATES_FILE', `names ${file}, which has no "${idName}" for: ${missing.join(', ')}`);
  return texts as SmsTemplates;
}

/** Returns what is wrong as a sentence's end. */
function parseTemplates(file: string): z.infer<typeof templatesFile> | string {
  try {
    const parsed = templatesFile.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (parsed.success) return parsed.data;
    return `which has a wrong entry at ${parsed.error.issues[0]?.path.join('.') ?? 'its top'}`;
  } catch (error) {
    if (error instanceof SyntaxError) return 'which is no JSON';
    return `which cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

const GRAPH_URL = 'https://graph.facebook.com/v23.0';
const WHATSAPP_ACCOUNT = [
  'WHATSAPP_PHONE_NUMBER_ID',
  'WHATSAPP_ACCESS_TOKEN',
  'WHATSAPP_APP_SECRET',
  'WHATSAPP_VERIFY_TOKEN',
] as const;

function readWhatsApp(env: Env, { mode, sandboxUrl, faults }: Surroundings) {
  const given = WHATSAPP_ACCOUNT.filter((name) => env[name] !== undefined);
  const missing = WHATSAPP_ACCOUNT.filter((name) => env[name] === undefined);
  if (given.length > 0 && missing.length > 0)
    faults.addSentences(`${WHATSAPP_ACCOUNT.join(', ')} are set together or not at all`);
  if (env.WHATSAPP_URL !== undefined) checkOutsideAddress('WHATSAPP_URL', env.WHATSAPP_URL, mode, faults);
  if (given.length === 0 && sandboxUrl === null) return null;
  const standIn = given.length === 0;
  return {
    baseUrl: env.WHATSAPP_URL ?? (standIn ? `${sandboxUrl}/graph/v23.0` : GRAPH_URL),
    phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID ?? '100000000000001',
    accessToken: env.WHATSAPP_ACCESS_TOKEN ?? SANDBOX_CREDENTIAL,
    appSecret: env.WHATSAPP_APP_SECRET ?? SANDBOX_CREDENTIAL,
    verifyToken: env.WHATSAPP_VERIFY_TOKEN ?? SANDBOX_CREDENTIAL,
    standIn,
  };
}

const MAKE_KEYS = 'make a pair with npm run vapid, once: browsers stay subscribed to its public key';

function readPush(env: Env, { mode, sandboxUrl, faults, contactEmail }: Channels) {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env;
  const isNeeded = mode === 'production' || publicKey !== undefined || privateKey !== undefined;
  if (isNeeded && publicKey === undefined) faults.add('VAPID_PUBLIC_KEY', `is not set: ${MAKE_KEYS}`);
  if (isNeeded && privateKey === undefined) faults.add('VAPID_PRIVATE_KEY', `is not set: ${MAKE_KEYS}`);
  const keys = publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey };
  if (keys !== null && !isPair(keys))
    faults.add('VAPID_PRIVATE_KEY', `does not belong to VAPID_PUBLIC_KEY: ${MAKE_KEYS}`);
  return {
    /** Null: derived from the installation's secret. */
    keys,
    contact: `mailto:${contactEmail}`,
    sandboxUrl: sandboxUrl === null ? null : `${sandboxUrl}/push`,
  };
}

function isPair({ publicKey, privateKey }: { publicKey: string; privateKey: string }): boolean {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return pair.getPublicKey('base64url') === publicKey;
}

function readBounces(env: Env, { mode, sandboxUrl, faults, mailFrom }: Channels) {
  const { MAIL_BOUNCE_ADDRESS: address, MAIL_BOUNCE_SECRET: secret } = env;
  if ((address === undefined) !== (secret === undefined))
    faults.addSentences('MAIL_BOUNCE_ADDRESS and MAIL_BOUNCE_SECRET are set together or not at all');
  if (mode === 'production' && secret === SANDBOX_CREDENTIAL)
    faults.add('MAIL_BOUNCE_SECRET', 'is a test credential, which production refuses');
  const isStandIn = address === undefined && sandboxUrl !== null;
  return {
    /** Null: undeliverable mails return to the sender. */
    bounceAddress:
      address ?? (isStandIn ? `bounces@${/@([^<>@\s]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost'}` : null),
    bounceSecrets: secret?.split(',') ?? (isStandIn ? [SANDBOX_CREDENTIAL] : []),
  };
}
