import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const vendors = {
  CASHFREE_PG_URL: 'https://api.cashfree.com/pg',
  CASHFREE_PAYOUT_URL: 'https://api.cashfree.com/payout',
  CASHFREE_VERIFICATION_URL: 'https://api.cashfree.com/verification',
  SETU_URL: 'https://dg.setu.co',
  MSG91_URL: 'https://control.msg91.com',
  SMTP_URL: 'smtp://mail.example',
  OPERATIONS_EMAIL: 'operations@mail.example',
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
const production = { NODE_ENV: 'production', ...vendors, ...credentials, ...templates };
const without = (name: string, env: Record<string, string> = production) =>
  Object.fromEntries(Object.entries(env).filter(([key]) => key !== name));
const sandbox = { url: 'http://localhost:3001', smtpPort: 2525 };
const read = (env: Record<string, string>) =>
  readConfig({
    databaseUrl: 'postgres://fws_app@localhost/fws',
    queueUrl: 'postgres://fws_queue@localhost/fws',
    port: 3000,
    dataDir: '/tmp',
    publicUrl: 'http://localhost:3000',
    sandbox,
    env,
  });

test('production has the registered texts of its own', () => {
  expect(read(production).msg91).toEqual({
    baseUrl: 'https://control.msg91.com',
    authKey: 'msg91-key',
    templateIds: { otp: { en: '1', hi: '2' }, notice: { en: '3', hi: '4' } },
  });
});

test.each(Object.keys(templates))('without %s a production start refuses, in one line', (name) => {
  expect(() => read(without(name))).toThrow(
    new ConfigError(`${name} is not set: the id of the text registered with the operators (DLT)`),
  );
});

test.each(Object.keys(credentials))(
  'without %s a production start refuses, and with the sandbox’s too',
  (name) => {
    expect(() => read(without(name))).toThrow(new ConfigError(`${name} is not set`));
    expect(() => read({ ...production, [name]: 'sandbox' })).toThrow(
      new ConfigError(`${name} is a test credential, which a production start does not use`),
    );
  },
);

test.each([
  { RAZORPAY_KEY_ID: 'rzp_test_1' },
  { CASHFREE_PG_URL: 'https://sandbox.cashfree.com/pg' },
  { CASHFREE_PAYOUT_URL: 'https://sandbox.cashfree.com/payout' },
])('a vendor’s test world is none for production: %j', (change) => {
  const env = { ...production, ...razorpay, PAYMENTS_PROVIDER: 'razorpay', ...change };
  expect(() => read(env)).toThrow(Object.keys(change)[0]);
  expect(() => read({ ...env, ALLOW_SANDBOX: '1' })).not.toThrow();
});

test('the sandbox needs none, and production does without the sandbox unless told', () => {
  expect(read({}).msg91).toMatchObject({ baseUrl: sandbox.url, authKey: 'sandbox', templateIds: null });
  expect(read({ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }).msg91.templateIds).toBeNull();
  expect(() => read(without('MSG91_URL'))).toThrow('MSG91_URL is not set');
});

test('Aadhaar by number needs its vendor, DigiLocker does not', () => {
  expect(() => read(without('SETU_URL'))).toThrow('SETU_URL is not set');
  expect(read({ ...without('SETU_URL'), AADHAAR_MODE: 'digilocker' })).toMatchObject({
    aadhaarWay: 'digilocker',
    identityStandIn: { cashfree: false },
  });
  expect(() => read({ AADHAAR_MODE: 'paper' })).toThrow('AADHAAR_MODE is wrong');
});

test('map tiles and links to the apps are settings, and a wrong one is said', () => {
  expect(read({})).toMatchObject({
    mapTiles: { url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
    appLinks: { googlePlay: null, appStore: null },
  });
  const tiles = 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=1';
  expect(read({ MAP_TILE_URL: tiles, MAP_TILE_CREDIT: 'Us' }).mapTiles).toEqual({ url: tiles, credit: 'Us' });
  expect(read({ MAP_TILE_URL: '' }).mapTiles.url).toBe('');
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
  expect(() => read({ ...production, PAYMENTS_PROVIDER: 'paypal' })).toThrow('PAYMENTS_PROVIDER is wrong');
});

test.each(Object.keys(razorpay))('Razorpay chosen without %s is refused in one line', (name) => {
  const env = { ...production, ...razorpay, PAYMENTS_PROVIDER: 'razorpay' };
  expect(() => read(without(name, env))).toThrow(new RegExp(`^${name} is not set`));
});

test('the provider from before stays set up, for what began with it', () => {
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
