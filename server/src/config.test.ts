import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const vendors = {
  CASHFREE_PG_URL: 'https://api.cashfree.com/pg',
  CASHFREE_PAYOUT_URL: 'https://api.cashfree.com/payout',
  CASHFREE_VERIFICATION_URL: 'https://api.cashfree.com/verification',
  SETU_URL: 'https://dg.setu.co',
  MSG91_URL: 'https://control.msg91.com',
  SMTP_URL: 'smtp://mail.example',
};
const templates = {
  MSG91_TEMPLATE_OTP_EN: '1',
  MSG91_TEMPLATE_OTP_HI: '2',
  MSG91_TEMPLATE_NOTICE_EN: '3',
  MSG91_TEMPLATE_NOTICE_HI: '4',
};
const sandbox = { url: 'http://localhost:3001', smtpPort: 2525 };
const read = (env: Record<string, string>) =>
  readConfig({
    databaseUrl: 'postgres://localhost/fws',
    port: 3000,
    dataDir: '/tmp',
    publicUrl: 'http://localhost:3000',
    sandbox,
    env,
  });

test('production has the registered texts of its own', () => {
  expect(read({ NODE_ENV: 'production', ...vendors, ...templates }).msg91).toEqual({
    url: 'https://control.msg91.com',
    authKey: 'sandbox',
    templateIds: { otp: { en: '1', hi: '2' }, notice: { en: '3', hi: '4' } },
  });
});

test.each(Object.keys(templates))('without %s a production start refuses, in one line', (name) => {
  const others = Object.fromEntries(Object.entries(templates).filter(([key]) => key !== name));
  expect(() => read({ NODE_ENV: 'production', ...vendors, ...others })).toThrow(
    new ConfigError(`${name} is not set: the id of the text registered with the operators (DLT)`),
  );
});

test('the sandbox needs none, and production does without the sandbox unless told', () => {
  expect(read({}).msg91).toMatchObject({ url: sandbox.url, templateIds: null });
  expect(read({ NODE_ENV: 'production', ALLOW_SANDBOX: '1' }).msg91.templateIds).toBeNull();
  const { MSG91_URL: _, ...others } = vendors;
  expect(() => read({ NODE_ENV: 'production', ...others })).toThrow('MSG91_URL is not set');
});

test('Aadhaar by number needs its vendor, DigiLocker does not', () => {
  const { SETU_URL: _, ...others } = vendors;
  const production = { NODE_ENV: 'production', ...others, ...templates };
  expect(() => read(production)).toThrow('SETU_URL is not set');
  expect(read({ ...production, AADHAAR_MODE: 'digilocker' })).toMatchObject({
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
