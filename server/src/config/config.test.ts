import { expect, test } from 'vitest';
import {
  credentials,
  findFaults,
  findFaultySettings,
  production,
  readTestConfig,
  templates,
  vapid,
  vendors,
  omitSetting,
} from '../../test/config/input.ts';
import { contactSettings as contacts } from '../../test/config/production.ts';
import { ConfigError } from './index.ts';

test('accepts a complete production configuration', () => {
  expect(readTestConfig(production)).toMatchObject({ production: true, trial: false, secure: true });
});

test('reports all missing settings of a production start at once', () => {
  const expected = [
    'PUBLIC_URL',
    'FWS_SECRET',
    'IDENTITY_KEY',
    ...Object.keys(vendors),
    ...Object.keys(credentials),
    ...Object.keys(templates),
    ...Object.keys(vapid),
    ...Object.keys(contacts),
  ].filter((name) => !name.startsWith('SETU'));
  expect(findFaultySettings({ NODE_ENV: 'production' }).toSorted()).toEqual(expected.toSorted());
});

test('reports invalid values, placeholders and test hosts together, one sentence each', () => {
  const faults = findFaults({
    ...omitSetting('MSG91_AUTH_KEY'),
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
    'SUPPORT_EMAIL is a placeholder: the e-mail address for help',
    'LIMIT_LOGIN_SOURCE is wrong: it must be like 100/15m (s, m, h, d) or off',
    'CASHFREE_PG_URL is a test address of the vendor, which production refuses',
    'SETU_URL is a test address of the vendor, which production refuses',
    'MSG91_AUTH_KEY is not set',
    'FILE_SCANNER is wrong: it must be tcp://HOST:PORT, unix:/PATH or none',
  ]);
  expect(new ConfigError(faults).message).toBe(faults.join('\n'));
});

test('repeats no value, which may be a secret, in a fault', () => {
  const secrets = {
    FWS_SECRET: 'too-short-secret',
    METRICS_TOKEN: 'short-token',
    SMTP_URL: 'http://user:hidden@mail.fws.in',
    REDIS_URL: 'redis://user:hidden@redis.fws.in',
    CASHFREE_CLIENT_SECRET: 'cfsk_ma_test_hidden',
    RAZORPAY_KEY_SECRET: '',
  };
  const faults = findFaults({ ...production, ...secrets });
  expect(faults).toHaveLength(5);
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
  [{ PLATFORM_GSTIN: '1' }, 'it must be a GSTIN'],
])('says what a value must be: %j', (env, reason) => {
  expect(findFaults(env)).toEqual([`${Object.keys(env)[0]} is wrong: ${reason}`]);
});

test.each(['FWS_SECRET', 'IDENTITY_KEY'])('production refuses a %s that is no secret', (name) => {
  const simple = { [name]: 'a'.repeat(36) };
  expect(findFaults({ ...production, ...simple })).toEqual([
    `${name} is too easy to guess: it must be random, such as the answer of "openssl rand -base64 32"`,
  ]);
  expect(findFaults(simple)).toEqual([]);
});

test('listens on this machine only, and delays the shutdown in production only', () => {
  expect(readTestConfig({})).toMatchObject({ host: '127.0.0.1', shutdown: { delayMs: 0, drainMs: 20_000 } });
  expect(readTestConfig(production)).toMatchObject({
    host: '127.0.0.1',
    shutdown: { delayMs: 5_000, drainMs: 20_000 },
  });
  expect(readTestConfig({ HOST: '::', SHUTDOWN_DELAY_MS: '7', SHUTDOWN_DRAIN_MS: '8' })).toMatchObject({
    host: '::',
    shutdown: { delayMs: 7, drainMs: 8 },
  });
});

test('treats an empty value as not set', () => {
  expect(
    readTestConfig({ SESSION_DAYS: '', LIMIT_SHARE_USER: '', TRUST_PROXY: '', PUBLIC_URL: '' }),
  ).toMatchObject({
    sessionMs: 30 * 24 * 3600_000,
    limits: { settings: [] },
    trustProxy: false,
    publicUrl: 'http://localhost:3000',
  });
});

test.each(Object.keys(credentials))('refuses a production start without %s or with the sandbox’s', (name) => {
  expect(findFaults(omitSetting(name))).toEqual([`${name} is not set`]);
  expect(findFaults({ ...production, [name]: 'sandbox' })).toEqual([
    `${name} is a test credential, which production refuses`,
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
  { REDIS_URL: 'redis://fws:secret@redis.fws.in:6379' },
  { REDIS_URL: 'rediss://redis.fws.in:6379' },
  { REDIS_URL: 'rediss://fws:secret@redis.example:6379' },
])('refuses in production what is only valid for tests: %j', (change) => {
  expect(findFaultySettings({ ...production, ...change })).toEqual(Object.keys(change));
});

test.each([
  [{ ...production, REDIS_URL: 'rediss://fws:secret@redis.fws.in:6379' }],
  [{ ...production, REDIS_URL: 'redis://127.0.0.1:6379/0' }],
  [{ REDIS_URL: 'redis://redis.example:6379' }],
])('accepts a Redis with TLS and a password, on this machine without, and any in development: %j', (env) => {
  expect(readTestConfig(env).redisUrl).toBe(env.REDIS_URL);
});

test('shares nothing with other processes unless REDIS_URL is set, and says what it must be', () => {
  expect(readTestConfig({}).redisUrl).toBeNull();
  expect(findFaults({ REDIS_URL: 'https://redis.fws.in' })).toEqual([
    'REDIS_URL is wrong: it must look like rediss://user:password@host:6379',
  ]);
});

test.each([
  'http://fws.in',
  'https://fws.example',
  'https://localhost',
  'http://localhost:3000',
  'fws.in',
  '',
])('refuses the public address %j in production', (PUBLIC_URL) => {
  expect(findFaultySettings({ ...production, PUBLIC_URL })).toEqual(['PUBLIC_URL']);
});

test.each(Object.entries(contacts))(
  'refuses a production start without %s or with a placeholder',
  (name, value) => {
    for (const env of [omitSetting(name), { ...production, [name]: '' }])
      expect(findFaults(env)).toEqual([expect.stringContaining(`${name} is not set: `)]);
    const placeholder =
      name === 'SUPPORT_PHONE' ? '+91 80 0000 0000' : value.replace(/fws|\b[A-Z]\w+|सोम/, 'example');
    expect(findFaults({ ...production, [name]: placeholder })).toEqual([
      expect.stringContaining(`${name} is a placeholder: `),
    ]);
  },
);

test('shows placeholders in development, and configured values everywhere', () => {
  expect(readTestConfig({}).contacts).toMatchObject({ email: 'support@fws.example', social: { length: 3 } });
  const linkedIn = 'https://www.linkedin.com/company/fws';
  expect(readTestConfig({ ...production, SOCIAL_LINK_LINKEDIN: linkedIn })).toMatchObject({
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
  expect(readTestConfig(production).contacts.social).toEqual([]);
});

test('refuses contacts that cannot work', () => {
  expect(
    findFaultySettings({
      SUPPORT_EMAIL: 'help',
      SUPPORT_PHONE: '080 4718 2200',
      MAIL_FROM: 'FWS',
      SOCIAL_LINK_X: 'http://x.com/fws',
    }),
  ).toEqual(['SUPPORT_EMAIL', 'SUPPORT_PHONE', 'MAIL_FROM', 'SOCIAL_LINK_X']);
});

test('reads map tiles and app links, and refuses invalid ones', () => {
  expect(readTestConfig({})).toMatchObject({
    mapTiles: { url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' },
    appLinks: { googlePlay: null, appStore: null },
  });
  const tiles = 'https://{s}.tiles.example/{z}/{x}/{y}{r}.png?key=1';
  expect(readTestConfig({ MAP_TILE_URL: tiles, MAP_TILE_CREDIT: 'Us' }).mapTiles).toEqual({
    url: tiles,
    credit: 'Us',
  });
  expect(readTestConfig({ ...production, MAP_TILE_URL: '' }).mapTiles.url).toBe('');
  for (const wrong of ['tiles', 'javascript:alert(1)', 'ftp://a/{z}'])
    expect(() => readTestConfig({ MAP_TILE_URL: wrong })).toThrow('MAP_TILE_URL is wrong');
  const play = 'https://play.google.com/store/apps/details?id=in.fws';
  expect(readTestConfig({ APP_LINK_GOOGLE_PLAY: play }).appLinks).toEqual({
    googlePlay: play,
    appStore: null,
  });
  for (const wrong of ['play', 'http://play.google.com/', 'javascript:alert(1)'])
    expect(() => readTestConfig({ APP_LINK_APP_STORE: wrong })).toThrow('APP_LINK_APP_STORE is wrong');
});

test('reads former secrets as a list, each as long as the current one', () => {
  const [former, older] = ['f'.repeat(32), 'o'.repeat(40)];
  expect(readTestConfig({})).toMatchObject({ secret: null, previousSecrets: [] });
  expect(readTestConfig({ FWS_SECRET_PREVIOUS: '' }).previousSecrets).toEqual([]);
  expect(readTestConfig({ FWS_SECRET_PREVIOUS: `${former},${older}` }).previousSecrets).toEqual([
    former,
    older,
  ]);
  for (const wrong of [`${former},short`, `${former}, ${older}`, `${former},`])
    expect(() => readTestConfig({ FWS_SECRET_PREVIOUS: wrong })).toThrow('FWS_SECRET_PREVIOUS is wrong');
});

test('reads the keys of identities, which must not be the secret', () => {
  const [key, former] = ['k'.repeat(32), 'f'.repeat(32)];
  expect(readTestConfig({})).toMatchObject({ identityKey: null, previousIdentityKeys: [] });
  expect(readTestConfig({ IDENTITY_KEY: key, IDENTITY_KEY_PREVIOUS: former })).toMatchObject({
    identityKey: key,
    previousIdentityKeys: [former],
  });
  expect(() => readTestConfig({ IDENTITY_KEY: 'short' })).toThrow('IDENTITY_KEY is wrong');
  for (const secret of [{ FWS_SECRET: key }, { FWS_SECRET: former, FWS_SECRET_PREVIOUS: key }])
    expect(() => readTestConfig({ IDENTITY_KEY: key, ...secret })).toThrow(
      'IDENTITY_KEY must be another secret than FWS_SECRET',
    );
});

test('reads pool sizes and timeouts, and requires the lock timeout to be shorter than the statement timeout', () => {
  expect(readTestConfig({})).toMatchObject({
    databasePoolSize: 16,
    queueConcurrency: 4,
    namedStatements: true,
    sessionSettings: { statementTimeoutMs: 60_000, lockTimeoutMs: 15_000 },
  });
  expect(
    readTestConfig({ DATABASE_POOL_SIZE: '40', QUEUE_CONCURRENCY: '8', DATABASE_NAMED_STATEMENTS: '0' }),
  ).toMatchObject({ databasePoolSize: 40, queueConcurrency: 8, namedStatements: false });
  expect(findFaults({ DATABASE_POOL_SIZE: '1', DATABASE_STATEMENT_TIMEOUT_MS: '10000' })).toEqual([
    'DATABASE_POOL_SIZE is wrong: it must be at least 2',
    'DATABASE_LOCK_TIMEOUT_MS must be less than DATABASE_STATEMENT_TIMEOUT_MS (10000), which would always end the wait first',
  ]);
});
