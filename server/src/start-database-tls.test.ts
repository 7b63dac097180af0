import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../test/database.ts';
import { startTlsGate, type TlsGate } from '../test/tls-gate.ts';
import { createDb, createPool } from './platform/db/index.ts';
import { watchLine } from './platform/db/line.ts';
import { silentLog } from './platform/log.ts';
import { findServerFault } from './start-database.ts';

let database: TestDatabase;
let gate: TlsGate;
let folder: string;
beforeAll(async () => {
  database = await testDatabase();
  gate = await startTlsGate(database.appUrl, 'localhost');
  folder = mkdtempSync(path.join(tmpdir(), 'fws-tls-'));
  writeFileSync(path.join(folder, 'ca.crt'), gate.certificate);
});
afterAll(async () => {
  await gate.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

function throughGate(hostname: string, parameters: Record<string, string>): string {
  const url = new URL(database.appUrl);
  url.host = `${hostname}:${gate.port}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
const verified = (hostname: string) =>
  throughGate(hostname, { sslmode: 'verify-full', sslrootcert: path.join(folder, 'ca.crt') });

test('connects by TLS to a database whose certificate matches its host', async () => {
  const url = verified('localhost');
  expect(await findServerFault('DATABASE_URL', url)).toBeUndefined();
  const line = watchLine([url], silentLog, 10_000);
  const db = createDb(createPool(url, { line }));
  const before = gate.secured;
  expect(await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] });
  expect(gate.secured).toBe(before + 1);
  await db.destroy();
  line.close();
});

test.each([
  ['for another host', () => verified('127.0.0.1'), 'does not match certificate'],
  ['by an unknown authority', () => throughGate('localhost', { sslmode: 'verify-full' }), 'self-signed'],
])('refuses a database certificate %s', async (_, url, reason) => {
  expect(await findServerFault('DATABASE_URL', url())).toContain(reason);
});
