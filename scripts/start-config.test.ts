import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readCheckedStartConfig, readStartConfig } from './start-config.ts';

const USUAL_DATABASE = {
  databasePoolSize: 16,
  queueConcurrency: 4,
  replicaMaxLagMs: 1000,
  replicaUrls: [],
  namedStatements: true,
  sessionSettings: { statementTimeoutMs: 60_000, lockTimeoutMs: 15_000 },
};

test('has a default for everything', () => {
  expect(readStartConfig({}, [])).toEqual({
    databaseUrl: undefined,
    queueUrl: undefined,
    migrationUrl: undefined,
    migrationLockTimeoutMs: 5000,
    port: 3000,
    sandboxPort: 3001,
    sandboxSmtpPort: 2525,
    sandboxScannerPort: 3003,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('.data'),
    isDev: false,
    database: USUAL_DATABASE,
  });
});

test('uses what is set', () => {
  const env = {
    DATABASE_URL: 'postgresql://a:b@db/x',
    QUEUE_URL: 'postgresql://c:d@db/x',
    MIGRATION_URL: 'postgresql://e:f@db/x',
    DATABASE_POOL_SIZE: '24',
    MIGRATION_LOCK_TIMEOUT_MS: '900',
    PORT: '80',
    SANDBOX_PORT: '81',
    DATA_DIR: '/srv/fws',
    PUBLIC_URL: 'https://fws.in/',
  };
  expect(readStartConfig(env, ['--dev'])).toEqual({
    databaseUrl: 'postgresql://a:b@db/x',
    queueUrl: 'postgresql://c:d@db/x',
    migrationUrl: 'postgresql://e:f@db/x',
    migrationLockTimeoutMs: 900,
    port: 80,
    sandboxPort: 81,
    sandboxSmtpPort: 2525,
    sandboxScannerPort: 3003,
    publicUrl: 'https://fws.in',
    dataDir: '/srv/fws',
    isDev: true,
    database: { ...USUAL_DATABASE, databasePoolSize: 24 },
  });
});

test.each(['0', '65536', '3e3', ' 80', '-1', 'http'])(
  'refuses the port %j by the name of its setting',
  (PORT) => {
    expect(() => readStartConfig({ PORT }, [])).toThrow(
      'PORT is wrong: it must be a port number from 1 to 65535',
    );
  },
);

test('refuses the same port twice', () => {
  expect(() => readStartConfig({ SANDBOX_PORT: '3000' }, [])).toThrow('they must differ');
});

test.each(['db', 'mysql://u:secret@db/x'])('refuses the database address %j without repeating it', (url) => {
  const read = () => readStartConfig({ DATABASE_URL: url }, []);
  expect(read).toThrow(/^DATABASE_URL is wrong: it must look like/);
  expect(read).not.toThrow(url);
  expect(() => readStartConfig({ QUEUE_URL: url }, [])).toThrow(/^QUEUE_URL is wrong: it must look like/);
  expect(() => readStartConfig({ MIGRATION_URL: url }, [])).toThrow(
    /^MIGRATION_URL is wrong: it must look like/,
  );
});

test('npm start reports all faults of process and product settings at once', () => {
  const env = {
    PORT: 'http',
    DATABASE_URL: 'db',
    PUBLIC_URL: 'fws.in',
    EVENT_STREAMS_PER_SESSION: '0',
    SANDBOX_PORT: '80',
  };
  expect(() => readCheckedStartConfig(env, [])).toThrow(
    [
      'PORT is wrong: it must be a port number from 1 to 65535',
      'DATABASE_URL is wrong: it must look like postgres://user:password@host:5432/database',
      'PUBLIC_URL is wrong: it must look like https://fws.in',
      'EVENT_STREAMS_PER_SESSION is wrong: it must be at least 1',
    ].join('\n'),
  );
  expect(readCheckedStartConfig({}, [])).toEqual(readStartConfig({}, []));
});

test('refuses an unknown option', () => {
  expect(() => readStartConfig({}, ['--fast'])).toThrow('Unknown option --fast');
});
