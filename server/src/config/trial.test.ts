import { expect, test } from 'vitest';
import {
  findFaults,
  findFaultySettings,
  razorpay,
  readTestConfig,
  sandbox,
  templates,
  vendors,
} from '../../test/config/input.ts';
import { contactSettings as contacts, trialSettings } from '../../test/config/production.ts';
import { readConfig } from './index.ts';

test('a trial uses the sandbox on this machine for missing settings', () => {
  expect(readTestConfig(trialSettings)).toMatchObject({
    production: true,
    trial: true,
    cashfree: { payments: { baseUrl: 'http://127.0.0.1:3001/pg', checkoutUrl: 'http://127.0.0.1:3001' } },
    sms: { baseUrl: 'http://127.0.0.1:3001', authKey: 'sandbox', templates: null },
    smtpUrl: 'smtp://127.0.0.1:2525',
    social: { google: { issuer: 'http://127.0.0.1:3001/oidc/google' } },
  });
  expect(
    readTestConfig({ ...trialSettings, SANDBOX_URL: 'http://[::1]:4001/', SANDBOX_SMTP_PORT: '4002' }),
  ).toMatchObject({
    sms: { baseUrl: 'http://[::1]:4001' },
    smtpUrl: 'smtp://127.0.0.1:4002',
  });
});

test('a trial allows stand-ins and http on this machine only', () => {
  expect(findFaults({ ...trialSettings, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  expect(findFaults({ ...trialSettings, MSG91_URL: 'http://127.0.0.1:9', ...templates })).toEqual([]);
  expect(
    findFaultySettings({
      ...trialSettings,
      ...templates,
      PUBLIC_URL: 'http://fws.in',
      SANDBOX_URL: 'http://10.0.0.7:3001',
      CASHFREE_PG_URL: 'http://10.0.0.7/pg',
      MSG91_URL: 'http://sms.fws.in',
    }),
  ).toEqual(['SANDBOX_URL', 'PUBLIC_URL', 'CASHFREE_PG_URL', 'MSG91_URL']);
});

test('a trial requires the started sandbox to be on this machine', () => {
  const input = {
    databaseUrl: '',
    queueUrl: '',
    port: 3000,
    dataDir: '/tmp',
    publicUrl: '',
    env: trialSettings,
  };
  const elsewhere = { url: 'http://10.0.0.7:3001', smtpPort: 2525 };
  expect(() => readConfig({ ...input, sandbox: elsewhere })).toThrow(
    'SANDBOX_URL must be an address of this',
  );
  expect(readConfig({ ...input, sandbox }).sms.baseUrl).toBe(sandbox.url);
});

test('a trial refuses placeholders and a missing secret', () => {
  expect(findFaultySettings({ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }).toSorted()).toEqual(
    ['PUBLIC_URL', 'FWS_SECRET', 'IDENTITY_KEY', ...Object.keys(contacts)].toSorted(),
  );
});

test('a trial allows vendors’ test environments and refuses everything that moves real money', () => {
  const test = { CASHFREE_PG_URL: 'https://sandbox.cashfree.com/pg', CASHFREE_CLIENT_ID: 'TEST1' };
  expect(findFaults({ ...trialSettings, ...test })).toEqual([]);
  expect(findFaults({ ...trialSettings, ...razorpay, RAZORPAY_KEY_ID: 'rzp_test_1' })).toEqual([]);
  const { CASHFREE_PG_URL, CASHFREE_PAYOUT_URL } = vendors;
  expect(findFaults({ ...trialSettings, ...razorpay, CASHFREE_PG_URL, CASHFREE_PAYOUT_URL })).toEqual(
    ['CASHFREE_PG_URL', 'CASHFREE_PAYOUT_URL', 'RAZORPAY_URL'].map(
      (name) => `${name} moves real money, which a trial (ALLOW_SANDBOX=1) refuses`,
    ),
  );
});
