import { expect, test } from 'vitest';
import { contactSettings as contacts, productionSettings, trialSettings } from '../test/production.ts';
import { ConfigError, readConfig } from './config.ts';

const vendors = {
  CASHFREE_PG_URL: 'https://api.cashfree.com/pg',
  CASHFREE_PAYOUT_URL: 'https://api.cashfree.com/payout',
  CASHFREE_VERIFICATION_URL: 'https://api.cashfree.com/verification',
  SETU_URL: 'https://dg.setu.co',
  MSG91_URL: 'https://control.msg91.com',
  SMTP_URL: 'smtps://user:hidden@mail.fws.in',
  FILE_SCANNER: 'unix:/run/clamav/clamd.ctl',
};
const credentials = {
  CASHFREE_CLIENT_ID: 'cf-id',
  CASHFREE_CLIENT_SECRET: 'cf-secret',
  SETU_CLIENT_ID: 'setu-id',
  SETU_CLIENT_SECRET: 'setu-secret',
  SETU_PRODUCT_INSTANCE_ID: 'setu-product',
  MSG91_AUTH_KEY: 'msg91-key',
};
const templates = {
  MSG91_TEMPLATE_OTP_EN: '1',
  MSG91_TEMPLATE_OTP_HI: '2',
  MSG91_TEMPLATE_NOTICE_EN: '3',
  MSG91_TEMPLATE_NOTICE_HI: '4',
};
const razorpay = {
  RAZORPAY_URL: 'https://api.razorpay.com/v1',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 'rzp-secret',
  RAZORPAY_WEBHOOK_SECRET: 'newer,older',
  RAZORPAYX_ACCOUNT_NUMBER: '7878780080316316',
};
const needed = { ...productionSettings, AADHAAR_MODE: 'number' };
const production = { ...needed, ...vendors, ...credentials, ...templates };
const without = (name: string, env: Record<string, string> = production) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));
const sandbox = { url: 'http://localhost:3001', smtpPort: 2525 };
const read = (env: Record<string, string | undefined>) =>
  readConfig({
    databaseUrl: 'postgres://fws_app@localhost/fws',
    queueUrl: 'postgres://fws_queue@localhost/fws',
    port: 3000,
    dataDir: '/tmp',
    publicUrl: 'http://localhost:3000',
    ...(env['NODE_ENV'] === 'production' ? {} : { sandbox }),
    env,
  });

function faultsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}
const faultySettings = (env: Record<string, string>) =>
  faultsOf(env).map((fault) => fault.replace(/ .*/, ''));

test('a complete production configuration has no fault', () => {
  expect(read(production)).toMatchObject({ production: true, trial: false, secure: true });
});

test('a production start without settings names everything that is missing, at once', () => {
  const expected = [
    'PUBLIC_URL',
    'FWS_SECRET',
    ...Object.keys(vendors),
    ...Object.keys(credentials),
    ...Object.keys(contacts),
  ].filter((name) => !name.startsWith('SETU'));
  expect(faultySettings({ NODE_ENV: 'production' }).toSorted()).toEqual(expected.toSorted());
});

test('reports wrong values, placeholders and test hosts together, one sentence each', () => {
  const faults = faultsOf({
    ...without('MSG91_AUTH_KEY'),
    SESSION_DAYS: 'many',
    TRUST_PROXY: 'everybody',
    LIMIT_LOGIN_SOURCE: 'none',
    FILE_SCANNER: 'clamd',
    PUBLIC_URL: 'http://fws.in',
    CASHFREE_PG_URL: 'https://sandbox.cashfree.com/pg',
    SETU_URL: 'https://dg-sandbox.setu.co',
    SUPPORT_EMAIL: 'support@fws.example',
  });
  expect(faults).toEqual([
    'SESSION_DAYS is wrong: it must be a number',
    expect.stringMatching(/^TRUST_PROXY is wrong: it must be the number of proxies/),
    'PUBLIC_URL must start with https:// in production',
    'SUPPORT_EMAIL is a placeholder: where people write for help',
    'LIMIT_LOGIN_SOURCE is wrong: it must be like 100/15m (s, m, h, d) or off',
    'CASHFREE_PG_URL is the vendor’s test world, which a production start does not use',
    'SETU_URL is the vendor’s test world, which a production start does not use',
    'MSG91_AUTH_KEY is not set',
    'FILE_SCANNER is wrong: it must be tcp://HOST:PORT, unix:/PATH or none',
  ]);
  expect(new ConfigError(faults).message).toBe(faults.join('\n'));
});

test('no fault repeats a value, which may be a secret', () => {
  const secrets = {
    FWS_SECRET: 'too-short-secret',
    METRICS_TOKEN: 'short-token',
    SMTP_URL: 'http://user:hidden@mail.fws.in',
    CASHFREE_CLIENT_SECRET: 'cfsk_ma_test_hidden',
    RAZORPAY_KEY_SECRET: '',
  };
  const faults = faultsOf({ ...production, ...secrets });
  expect(faults).toHaveLength(4);
  expect(faults.join('\n')).not.toMatch(/too-short-secret|short-token|hidden/);
});

test.each([
  [{ SESSION_DAYS: 'x' }, 'it must be a number'],
  [{ SESSION_DAYS: '0' }, 'it must be at least 1'],
  [{ SESSION_DAYS: '400' }, 'it must be at most 365'],
  [{ SHUTDOWN_DELAY_MS: '-1' }, 'it must be at least 0'],
  [{ SHUTDOWN_DELAY_MS: '60001' }, 'it must be at most 60000'],
  [{ SHUTDOWN_DRAIN_MS: '300001' }, 'it must be at most 300000'],
  [{ WORKER_HEALTH_PORT: '0' }, 'it must be a port number from 1 to 65535'],
  [{ HOST: 'every where' }, 'it must be a host name or an IP address'],
  [{ FWS_SECRET: 'short' }, 'it must have at least 32 characters'],
  [{ IDENTITY_REVIEW: 'never' }, 'it must be one of after, first'],
  [{ PLATFORM_GSTIN: '1' }, 'not a GSTIN'],
])('says what a value must be: %j', (env, reason) => {
  expect(faultsOf(env)).toEqual([`${Object.keys(env)[0]} is wrong: ${reason}`]);
});

test('listens to this machine alone, and gives a proxy time in production only', () => {
  expect(read({})).toMatchObject({ host: '127.0.0.1', shutdown: { delayMs: 0, drainMs: 20_000 } });
  expect(read(production)).toMatchObject({
    host: '127.0.0.1',
    shutdown: { delayMs: 5_000, drainMs: 20_000 },
  });
  expect(read({ HOST: '::', SHUTDOWN_DELAY_MS: '7', SHUTDOWN_DRAIN_MS: '8' })).toMatchObject({
    host: '::',
    shutdown: { delayMs: 7, drainMs: 8 },
  });
});

test('takes an empty value for none', () => {
  expect(read({ SESSION_DAYS: '', LIMIT_SHARE_USER: '', TRUST_PROXY: '', PUBLIC_URL: '' })).toMatchObject({
    sessionMs: 30 * 24 * 3600_000,
    limits: { share_user: { max: 60 } },
    trustProxy: false,
    publicUrl: 'http://localhost:3000',
  });
});

test.each(Object.keys(templates))('refuses a production start without %s', (name) => {
  expect(faultsOf(without(name))).toEqual([
    `${name} is not set: the id of the text registered with the operators (DLT)`,
  ]);
});

test.each(Object.keys(credentials))('refuses a production start without %s or with the sandbox’s', (name) => {
  expect(faultsOf(without(name))).toEqual([`${name} is not set`]);
  expect(faultsOf({ ...production, [name]: 'sandbox' })).toEqual([
    `${name} is a test credential, which a production start does not use`,
  ]);
});

test.each([
  { CASHFREE_PG_URL: 'https://sandbox.cashfree.com/pg' },
  { CASHFREE_PAYOUT_URL: 'https://payout-gamma.cashfree.com/payout' },
  { CASHFREE_VERIFICATION_URL: 'http://api.cashfree.com/verification' },
  { SETU_URL: 'https://dg-sandbox.setu.co' },
  { MSG91_URL: 'https://localhost:3001' },
  { CASHFREE_CLIENT_ID: 'TEST430329ae80e0f32e41a393d78b923034' },
  { CASHFREE_CLIENT_SECRET: 'cfsk_ma_test_1' },
  { SMTP_URL: 'smtp://mail.example' },
  { FACEBOOK_TOKEN_ENDPOINT: 'http://graph.facebook.com/oauth/access_token' },
  { MAP_TILE_URL: 'http://tiles.fws.in/{z}/{x}/{y}.png' },
])('refuses in production what is only good for tests: %j', (change) => {
  expect(faultySettings({ ...production, ...change })).toEqual(Object.keys(change));
});

test('refuses Razorpay’s test key in production', () => {
  const env = { ...production, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' };
  expect(faultsOf(env)).toEqual([]);
  expect(faultySettings({ ...env, RAZORPAY_KEY_ID: 'rzp_test_1' })).toEqual(['RAZORPAY_KEY_ID']);
});

test.each([
  'http://fws.in',
  'https://fws.example',
  'https://localhost',
  'http://localhost:3000',
  'fws.in',
  '',
])('refuses the public address %j in production', (PUBLIC_URL) => {
  expect(faultySettings({ ...production, PUBLIC_URL })).toEqual(['PUBLIC_URL']);
});

test.each(Object.entries(contacts))(
  'refuses a production start without %s or with a placeholder',
  (name, value) => {
    for (const env of [without(name), { ...production, [name]: '' }])
      expect(faultsOf(env)).toEqual([expect.stringContaining(`${name} is not set: `)]);
    const placeholder =
      name === 'SUPPORT_PHONE' ? '+91 80 0000 0000' : value.replace(/fws|\b[A-Z]\w+|सोम/, 'example');
    expect(faultsOf({ ...production, [name]: placeholder })).toEqual([
      expect.stringContaining(`${name} is a placeholder: `),
    ]);
  },
);

test('shows placeholders in development, and what is set anywhere', () => {
  expect(read({}).contacts).toMatchObject({ email: 'support@fws.example', social: { length: 3 } });
  const linkedIn = 'https://www.linkedin.com/company/fws';
  expect(read({ ...production, SOCIAL_LINK_LINKEDIN: linkedIn })).toMatchObject({
    contacts: {
      email: 'help@fws.in',
      phone: '+91 80 4718 2200',
      hours: { en: contacts.SUPPORT_HOURS, hi: contacts.SUPPORT_HOURS_HI },
      grievanceOfficer: 'Asha Rao',
      social: [{ name: 'LinkedIn', url: linkedIn }],
    },
    operationsEmail: 'operations@fws.in',
    mailFrom: 'FWS <no-reply@fws.in>',
    platform: { address: contacts.PLATFORM_ADDRESS },
  });
  expect(read(production).contacts.social).toEqual([]);
});

test('refuses contacts that nobody can use', () => {
  expect(
    faultySettings({
      SUPPORT_EMAIL: 'help',
      SUPPORT_PHONE: '080 4718 2200',
      MAIL_FROM: 'FWS',
      SOCIAL_LINK_X: 'http://x.com/fws',
    }),
  ).toEqual(['SUPPORT_EMAIL', 'SUPPORT_PHONE', 'MAIL_FROM', 'SOCIAL_LINK_X']);
});

test('a trial takes what is missing from the sandbox on this machine', () => {
  expect(read(trialSettings)).toMatchObject({
    production: true,
    trial: true,
    cashfree: { payments: { baseUrl: 'http://127.0.0.1:3001/pg', checkoutUrl: 'http://127.0.0.1:3001' } },
    msg91: { baseUrl: 'http://127.0.0.1:3001', authKey: 'sandbox', templateIds: null },
    smtpUrl: 'smtp://127.0.0.1:2525',
    social: { google: { issuer: 'http://127.0.0.1:3001/oidc/google' } },
  });
  expect(
    read({ ...trialSettings, SANDBOX_URL: 'http://[::1]:4001/', SANDBOX_SMTP_PORT: '4002' }),
  ).toMatchObject({
    msg91: { baseUrl: 'http://[::1]:4001' },
    smtpUrl: 'smtp://127.0.0.1:4002',
  });
});

test('a trial uses stand-ins and http on this machine only', () => {
  expect(faultsOf({ ...trialSettings, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  expect(faultsOf({ ...trialSettings, MSG91_URL: 'http://127.0.0.1:9', ...templates })).toEqual([]);
  expect(
    faultySettings({
      ...trialSettings,
      ...templates,
      PUBLIC_URL: 'http://fws.in',
      SANDBOX_URL: 'http://10.0.0.7:3001',
      CASHFREE_PG_URL: 'http://10.0.0.7/pg',
      MSG91_URL: 'http://sms.fws.in',
    }),
  ).toEqual(['SANDBOX_URL', 'PUBLIC_URL', 'CASHFREE_PG_URL', 'MSG91_URL']);
});

test('a stand-in that was started for a trial is of this machine too', () => {
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
  expect(readConfig({ ...input, sandbox }).msg91.baseUrl).toBe(sandbox.url);
});

test('a trial still refuses placeholders and a missing secret', () => {
  expect(faultySettings({ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }).toSorted()).toEqual(
    ['PUBLIC_URL', 'FWS_SECRET', ...Object.keys(contacts)].toSorted(),
  );
});

test('a trial may use a vendor’s test world, and nothing that moves real money', () => {
  const test = { CASHFREE_PG_URL: 'https://sandbox.cashfree.com/pg', CASHFREE_CLIENT_ID: 'TEST1' };
  expect(faultsOf({ ...trialSettings, ...test })).toEqual([]);
  expect(faultsOf({ ...trialSettings, ...razorpay, RAZORPAY_KEY_ID: 'rzp_test_1' })).toEqual([]);
  const { CASHFREE_PG_URL, CASHFREE_PAYOUT_URL } = vendors;
  expect(faultsOf({ ...trialSettings, ...razorpay, CASHFREE_PG_URL, CASHFREE_PAYOUT_URL })).toEqual(
    ['CASHFREE_PG_URL', 'CASHFREE_PAYOUT_URL', 'RAZORPAY_URL'].map(
      (name) => `${name} moves real money, and ALLOW_SANDBOX=1 is for trials without any`,
    ),
  );
});

test('production has the registered texts of its own', () => {
  expect(read(production).msg91).toEqual({
    baseUrl: 'https://control.msg91.com',
    authKey: 'msg91-key',
    templateIds: { otp: { en: '1', hi: '2' }, notice: { en: '3', hi: '4' } },
  });
});

test('development uses the stand-ins that run beside it', () => {
  expect(read({}).msg91).toMatchObject({ baseUrl: sandbox.url, authKey: 'sandbox', templateIds: null });
  expect(read({})).toMatchObject({ production: false, trial: false, aadhaarWay: 'number' });
});

test('asks for no Aadhaar number in production unless told to', () => {
  expect(read(without('AADHAAR_MODE')).aadhaarWay).toBe('digilocker');
  expect(read(trialSettings).aadhaarWay).toBe('digilocker');
  expect(read(production).aadhaarWay).toBe('number');
  expect(read({}).aadhaarWay).toBe('number');
});

test('Aadhaar by number needs its vendor, DigiLocker does not', () => {
  expect(faultySettings(without('SETU_URL'))).toEqual(['SETU_URL']);
  expect(read({ ...without('SETU_URL'), AADHAAR_MODE: 'digilocker' })).toMatchObject({
    aadhaarWay: 'digilocker',
    identityStandIn: { cashfree: false },
  });
  expect(faultySettings({ AADHAAR_MODE: 'paper' })).toEqual(['AADHAAR_MODE']);
});

test('map tiles and links to the apps are settings, and a wrong one is refused', () => {
  expect(read({})).toMatchObject({
    mapTiles: { url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
    appLinks: { googlePlay: null, appStore: null },
  });
  const tiles = 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=1';
  expect(read({ MAP_TILE_URL: tiles, MAP_TILE_CREDIT: 'Us' }).mapTiles).toEqual({ url: tiles, credit: 'Us' });
  expect(read({ ...production, MAP_TILE_URL: '' }).mapTiles.url).toBe('');
  for (const wrong of ['tiles', 'javascript:alert(1)', 'ftp://a/{z}'])
    expect(() => read({ MAP_TILE_URL: wrong })).toThrow('MAP_TILE_URL is wrong');
  const play = 'https://play.google.com/store/apps/details?id=in.fws';
  expect(read({ APP_LINK_GOOGLE_PLAY: play }).appLinks).toEqual({ googlePlay: play, appStore: null });
  for (const wrong of ['play', 'http://play.google.com/', 'javascript:alert(1)'])
    expect(() => read({ APP_LINK_APP_STORE: wrong })).toThrow('APP_LINK_APP_STORE is wrong');
});

test('former secrets are a list, each as long as the present one', () => {
  const [former, older] = ['f'.repeat(32), 'o'.repeat(40)];
  expect(read({})).toMatchObject({ secret: null, previousSecrets: [] });
  expect(read({ FWS_SECRET_PREVIOUS: '' }).previousSecrets).toEqual([]);
  expect(read({ FWS_SECRET_PREVIOUS: `${former},${older}` }).previousSecrets).toEqual([former, older]);
  for (const wrong of [`${former},short`, `${former}, ${older}`, `${former},`])
    expect(() => read({ FWS_SECRET_PREVIOUS: wrong })).toThrow('FWS_SECRET_PREVIOUS is wrong');
});

test('a social login is set up whole or not at all', () => {
  expect(read(production).social).toEqual({ google: null, facebook: null });
  expect(faultsOf({ ...production, GOOGLE_CLIENT_ID: 'id' })).toEqual([
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all',
  ]);
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
  expect(read({ ...production, ...google }).social.google).toMatchObject({
    issuer: 'https://accounts.google.com',
  });
  expect(faultySettings({ ...production, ...google, GOOGLE_ISSUER: 'http://accounts.google.com' })).toEqual([
    'GOOGLE_ISSUER',
  ]);
});

test('Cashfree moves the money unless Razorpay is chosen, which then is all that must be set up for it', () => {
  const { chosen, cashfree, razorpay: unused } = read(production);
  expect(chosen).toEqual({ payments: 'cashfree', payouts: 'cashfree' });
  expect(cashfree.payments).toMatchObject({ clientId: 'cf-id', checkoutUrl: null });
  expect(unused).toEqual({ payments: null, payouts: null });

  const env = without('CASHFREE_PG_URL', without('CASHFREE_PAYOUT_URL'));
  const other = read({ ...env, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' });
  expect(other.chosen).toEqual({ payments: 'razorpay', payouts: 'razorpay' });
  expect(other.cashfree).toMatchObject({ payments: null, payouts: null });
  expect(other.razorpay.payouts).toMatchObject({
    keyId: 'rzp_live_1',
    webhookSecrets: ['newer', 'older'],
    accountNumber: '7878780080316316',
  });
  expect(faultySettings({ ...production, PAYMENTS_PROVIDER: 'paypal' })).toEqual(['PAYMENTS_PROVIDER']);
});

test.each(Object.keys(razorpay))('refuses Razorpay as the chosen provider without %s', (name) => {
  const env = { ...production, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' };
  expect(faultsOf(without(name, env))).toEqual([expect.stringMatching(`^${name} is not set`)]);
});

test('the former provider stays set up, for what began with it', () => {
  const { cashfree, razorpay: chosen } = read({
    ...production,
    ...razorpay,
    PAYMENTS_PROVIDER: 'razorpay',
    PAYOUTS_PROVIDER: 'cashfree',
  });
  expect(cashfree.payments).not.toBeNull();
  expect(cashfree.payouts).not.toBeNull();
  expect(chosen.payments).not.toBeNull();
});

test('pool sizes and timeouts are settings, and a wait for a lock ends before its statement does', () => {
  expect(read({})).toMatchObject({
    databasePoolSize: 16,
    queueConcurrency: 4,
    namedStatements: true,
    sessionSettings: { statementTimeoutMs: 60_000, lockTimeoutMs: 15_000 },
  });
  expect(
    read({ DATABASE_POOL_SIZE: '40', QUEUE_CONCURRENCY: '8', DATABASE_NAMED_STATEMENTS: '0' }),
  ).toMatchObject({ databasePoolSize: 40, queueConcurrency: 8, namedStatements: false });
  expect(faultsOf({ DATABASE_POOL_SIZE: '1', DATABASE_STATEMENT_TIMEOUT_MS: '10000' })).toEqual([
    'DATABASE_POOL_SIZE is wrong: it must be at least 2',
    'DATABASE_LOCK_TIMEOUT_MS must be less than DATABASE_STATEMENT_TIMEOUT_MS (10000), which would always end the wait first',
  ]);
});
