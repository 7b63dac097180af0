import { expect, test } from 'vitest';
import {
  findFaults,
  findFaultySettings,
  infobip,
  omitSetting,
  production,
  readTestConfig,
  sandbox,
  vapid,
  whatsApp,
} from '../../test/config/input.ts';
import { trialSettings } from '../../test/config/production.ts';
import { writeTemplatesFile, writeTemplatesText } from '../../test/config/templates-file.ts';

test('production sends SMS by MSG91 with its registered texts', () => {
  expect(readTestConfig(production).sms).toMatchObject({
    provider: 'msg91',
    baseUrl: 'https://control.msg91.com',
    authKey: 'msg91-key',
    webhookSecrets: ['msg91-hook'],
    templates: { otp: { hi: { id: 'otp-hi' } }, bundle: { en: { dlt: 'dlt-bundle-en' } } },
    outboxUrl: null,
  });
});

test('Infobip needs its own settings only', () => {
  const env = { ...omitSetting('MSG91_URL', omitSetting('MSG91_AUTH_KEY', production)), ...infobip };
  expect(readTestConfig(omitSetting('MSG91_WEBHOOK_SECRET', env)).sms).toMatchObject({
    provider: 'infobip',
    baseUrl: 'https://abcde.api.infobip.com',
    apiKey: 'infobip-key',
    sender: 'FWSPAY',
    entityId: '1101234560000012345',
    webhookSecrets: ['infobip-hook'],
    outboxUrl: null,
  });
  for (const name of Object.keys(infobip).filter((key) => key !== 'SMS_PROVIDER'))
    expect(findFaultySettings(omitSetting(name, env))).toEqual([name]);
  expect(findFaultySettings({ ...env, INFOBIP_SENDER: 'FWS', INFOBIP_DLT_ENTITY_ID: 'x' })).toEqual([
    'INFOBIP_SENDER',
    'INFOBIP_DLT_ENTITY_ID',
  ]);
  expect(findFaultySettings({ ...production, SMS_PROVIDER: 'pigeon' })).toEqual(['SMS_PROVIDER']);
});

test('names the kinds and languages that have no registered text', () => {
  const file = writeTemplatesFile((texts) => {
    delete texts['otp'];
    texts['quote_received'] = { en: { id: '1', dlt: '1' }, hi: { dlt: '1' } };
  });
  const env = { ...production, SMS_TEMPLATES_FILE: file };
  expect(findFaults(env)).toEqual([
    `SMS_TEMPLATES_FILE names ${file}, which has no "id" for: otp (en, hi), quote_received (hi)`,
  ]);
  expect(findFaults({ ...env, ...infobip })).toEqual([
    `SMS_TEMPLATES_FILE names ${file}, which has no "dlt" for: otp (en, hi)`,
  ]);
});

test.each([
  ['{', 'which is no JSON'],
  ['[]', 'which has a wrong entry at '],
  ['{"otp": {"en": {"id": 7}}}', 'which has a wrong entry at otp.en.id'],
])('refuses the templates file %j', (content, reason) => {
  const file = writeTemplatesText(content);
  expect(findFaults({ ...production, SMS_TEMPLATES_FILE: file })).toEqual([
    `SMS_TEMPLATES_FILE names ${file}, ${reason}`,
  ]);
});

test('refuses to send registered texts without their file', () => {
  expect(findFaults(omitSetting('SMS_TEMPLATES_FILE'))).toEqual([
    'SMS_TEMPLATES_FILE is not set: the file with the texts registered with the operators (DLT)',
  ]);
  expect(findFaults({ ...production, SMS_TEMPLATES_FILE: '/nowhere/sms.json' })).toEqual([
    'SMS_TEMPLATES_FILE names /nowhere/sms.json, which cannot be read (ENOENT)',
  ]);
  expect(findFaultySettings({ ...trialSettings, MSG91_URL: 'http://127.0.0.1:9' })).toEqual([
    'SMS_TEMPLATES_FILE',
  ]);
});

test('development uses the sandbox for every channel', () => {
  expect(readTestConfig({})).toMatchObject({
    sms: {
      provider: 'msg91',
      baseUrl: sandbox.url,
      authKey: 'sandbox',
      webhookSecrets: ['sandbox'],
      templates: null,
      outboxUrl: `${sandbox.url}/outbox`,
    },
    whatsApp: {
      baseUrl: `${sandbox.url}/graph/v23.0`,
      accessToken: 'sandbox',
      appSecret: 'sandbox',
      verifyToken: 'sandbox',
      standIn: true,
    },
    push: { keys: null, contact: 'mailto:support@fws.example', sandboxUrl: `${sandbox.url}/push` },
    bounces: { bounceAddress: 'bounces@fws.example', bounceSecrets: ['sandbox'] },
  });
  expect(readTestConfig({ SMS_PROVIDER: 'infobip' }).sms).toMatchObject({
    baseUrl: `${sandbox.url}/infobip`,
  });
});

test('WhatsApp is off in production until its account is complete', () => {
  expect(readTestConfig(production).whatsApp).toBeNull();
  expect(readTestConfig({ ...production, ...whatsApp }).whatsApp).toEqual({
    baseUrl: 'https://graph.facebook.com/v23.0',
    phoneNumberId: '106540352242922',
    accessToken: 'whatsapp-token',
    appSecret: 'whatsapp-app',
    verifyToken: 'whatsapp-verify',
    standIn: false,
  });
  for (const name of Object.keys(whatsApp))
    expect(findFaults(omitSetting(name, { ...production, ...whatsApp }))).toEqual([
      `${Object.keys(whatsApp).join(', ')} are set together or not at all`,
    ]);
  expect(
    findFaultySettings({ ...production, ...whatsApp, WHATSAPP_URL: 'http://graph.facebook.com/v23.0' }),
  ).toEqual(['WHATSAPP_URL']);
});

test('push needs a pair of VAPID keys in production and says how to make one', () => {
  expect(readTestConfig(production).push).toEqual({
    keys: { publicKey: vapid.VAPID_PUBLIC_KEY, privateKey: vapid.VAPID_PRIVATE_KEY },
    contact: 'mailto:help@fws.in',
    sandboxUrl: null,
  });
  for (const name of Object.keys(vapid))
    expect(findFaults(omitSetting(name))).toEqual([
      `${name} is not set: make a pair with npm run vapid, once: browsers stay subscribed to its public key`,
    ]);
  const otherKey = Buffer.alloc(32, 7).toString('base64url');
  for (const key of [otherKey, 'short'])
    expect(findFaults({ ...production, VAPID_PRIVATE_KEY: key })).toEqual([
      expect.stringMatching(/^VAPID_PRIVATE_KEY does not belong to VAPID_PUBLIC_KEY: /),
    ]);
});

test('returned mails need an address and a secret, or neither', () => {
  const bounces = { MAIL_BOUNCE_ADDRESS: 'bounces@fws.in', MAIL_BOUNCE_SECRET: 'newer,older' };
  expect(readTestConfig(production).bounces).toEqual({ bounceAddress: null, bounceSecrets: [] });
  expect(readTestConfig({ ...production, ...bounces }).bounces).toEqual({
    bounceAddress: 'bounces@fws.in',
    bounceSecrets: ['newer', 'older'],
  });
  for (const name of Object.keys(bounces))
    expect(findFaults(omitSetting(name, { ...production, ...bounces }))).toEqual([
      'MAIL_BOUNCE_ADDRESS and MAIL_BOUNCE_SECRET are set together or not at all',
    ]);
  expect(findFaultySettings({ ...production, ...bounces, MAIL_BOUNCE_SECRET: 'sandbox' })).toEqual([
    'MAIL_BOUNCE_SECRET',
  ]);
  expect(findFaultySettings({ ...production, ...bounces, MAIL_BOUNCE_ADDRESS: 'a+b@fws.in' })).toContain(
    'MAIL_BOUNCE_ADDRESS',
  );
});
