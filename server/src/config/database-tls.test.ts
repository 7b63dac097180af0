import { expect, test } from 'vitest';
import { ConfigError } from './error.ts';
import { Faults } from './faults.ts';
import { readProcessSettings } from './process.ts';

function findFaultySettings(env: Record<string, string>): string[] {
  const faults = new Faults();
  readProcessSettings(env, faults);
  try {
    faults.throwIfAny();
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => fault.replace(/ .*/, ''));
  }
}

const away = 'postgres://fws_app:secret@db.fws.in:5432/fws';
const production = { NODE_ENV: 'production' };

test.each(['DATABASE_URL', 'QUEUE_URL', 'MIGRATION_URL'])(
  'production requires TLS to a database on another machine: %s',
  (setting) => {
    expect(findFaultySettings({ ...production, [setting]: away })).toEqual([setting]);
    expect(findFaultySettings({ ...production, [setting]: `${away}?sslmode=verify-full` })).toEqual([]);
    expect(findFaultySettings({ [setting]: away })).toEqual([]);
  },
);

test.each(['disable', 'prefer', 'require', 'no-verify', 'verify-ca', ''])(
  'refuses sslmode=%s, which does not verify the server',
  (mode) => {
    expect(findFaultySettings({ ...production, DATABASE_URL: `${away}?sslmode=${mode}` })).toEqual([
      'DATABASE_URL',
    ]);
  },
);

test.each([
  'postgres://fws_app:secret@127.0.0.1:5432/fws',
  'postgres://fws_app:secret@[::1]:5432/fws',
  'postgres://fws_app:secret@localhost/fws',
  'postgres://fws_app:secret@db.fws.in/fws?host=/run/postgresql',
])('allows a local database without TLS: %s', (url) => {
  expect(findFaultySettings({ ...production, DATABASE_URL: url })).toEqual([]);
});

test('checks the `host` parameter instead of the address when both are given', () => {
  const url = 'postgres://fws_app:secret@localhost/fws?host=db.fws.in';
  expect(findFaultySettings({ ...production, DATABASE_URL: url })).toEqual(['DATABASE_URL']);
});

test('production requires TLS to every replica', () => {
  const safe = `${away}?sslmode=verify-full`;
  expect(findFaultySettings({ ...production, REPLICA_URL: `${safe},${away}` })).toEqual(['REPLICA_URL']);
  expect(findFaultySettings({ ...production, REPLICA_URL: `${safe}, ${safe}` })).toEqual([]);
  expect(findFaultySettings({ REPLICA_URL: `${away},db2` })).toEqual(['REPLICA_URL']);
});

test('DATABASE_TLS=off allows a database without TLS', () => {
  expect(findFaultySettings({ ...production, DATABASE_TLS: 'off', DATABASE_URL: away })).toEqual([]);
  expect(findFaultySettings({ ...production, DATABASE_TLS: 'maybe' })).toEqual(['DATABASE_TLS']);
});
