import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTlsGate, type TlsGate } from '../../test/network/tls-gate.ts';
import { createDb, createPool } from '../platform/db/index.ts';
import { watchConnection } from '../platform/db/connection-watchdog.ts';
import { silentLog } from '../platform/log.ts';
import { findServerFault } from './database.ts';

let database: TestDatabase;
let gate: TlsGate;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  gate = await startTlsGate(database.appUrl, 'localhost');
  folder = mkdtempSync(path.join(tmpdir(), 'fws-tls-'));
  writeFileSync(path.join(folder, 'ca.crt'), gate.certificate);
});
afterAll(async () => {
  await gate.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

function buildGateUrl(hostname: string, parameters: Record<string, string>): string {
  const url = new URL(database.appUrl);
  url.host = `${hostname}:${gate.port}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
const buildVerifiedUrl = (hostname: string) =>
  buildGateUrl(hostname, { sslmode: 'verify-full', sslrootcert: path.join(folder, 'ca.crt') });

test('connects by TLS to a database whose certificate matches its host', async () => {
  const url = buildVerifiedUrl('localhost');
  expect(await findServerFault('DATABASE_URL', url)).toBeUndefined();
  const line = watchConnection([url], silentLog, 10_000);
  const db = createDb(createPool(url, { line }));
  const before = gate.securedCount;
  expect(await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).toMatchObject({ rows: [{ one: 1 }] });
  expect(gate.securedCount).toBe(before + 1);
  await db.destroy();
  line.close();
});

test.each([
  ['for another host', () => buildVerifiedUrl('127.0.0.1'), 'does not match certificate'],
  ['by an unknown authority', () => buildGateUrl('localhost', { sslmode: 'verify-full' }), 'self-signed'],
])('refuses a database certificate %s', async (_, url, reason) => {
  expect(await findServerFault('DATABASE_URL', url())).toContain(reason);
});
