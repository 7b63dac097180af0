import type { Caller } from '../../platform/caller.ts';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';
import { TestUser } from '../../../test/user.ts';
import { composeDeps } from '../../compose.ts';
import { readConfig } from '../../config/index.ts';
import { inTx } from '../../platform/db/index.ts';
import { attachFile, loadFileLinks, removeFile, saveFile } from '../../platform/files.ts';
import { silentLog } from '../../platform/log.ts';
import { tasks } from './tasks.ts';
import { mayRead } from './http.ts';
import { findFileById } from './store.ts';

let world: World;
let composed: ReturnType<typeof composeDeps>;
beforeAll(async () => {
  world = await startWorld();
  const config = readConfig({
    databaseUrl: world.config.databaseUrl,
    queueUrl: world.config.queueUrl,
    dataDir: world.dataDir,
    port: 0,
    publicUrl: world.url,
    sandbox: { url: world.sandboxUrl, smtpPort: 1 },
    env: { NODE_ENV: 'test' },
  });
  composed = composeDeps(config, { ports: { clock: world.clock }, log: silentLog });
});
afterAll(async () => {
  await composed.close();
  await world.close();
});

const PDF = Buffer.from('%PDF-1.4 drawings of the kitchen');

async function saveFileFor(ownerId: number, changes: { name?: string; contentType?: string } = {}) {
  const upload = {
    ok: true,
    name: 'नक्शा "1".pdf',
    contentType: 'application/pdf',
    extension: 'pdf',
  } as const;
  const id = await saveFile(composed.deps, {
    ownerId,
    subject: 'job',
    upload: { ...upload, ...changes, body: PDF },
  });
  const file = await findFileById(world.db, id);
  const link = (await loadFileLinks(world.db, [id])).get(id);
  if (!file || !link) throw new Error('the file was not kept');
  return { id, link, storageKey: file.storage_key, file };
}

const open = (path: string, user: TestUser | null) =>
  fetch(`${world.url}${path}`, { headers: user ? { authorization: `Bearer ${user.token}` } : {} });
const runDeleteTask = async () => tasks(composed.deps)['delete_unattached_files']?.({});
const readStoredBytes = async (key: string) => {
  const body = await composed.deps.ports.files.get(key);
  return body && buffer(body);
};

test('lets the owner open a file, with its file name in any script', async () => {
  const owner = await world.user();
  const { link } = await saveFileFor(owner.id);
  expect(link).toMatchObject({ name: 'नक्शा "1".pdf', bytes: PDF.length, image: false });

  const shown = await open(link.url, owner);
  expect(shown.status).toBe(200);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(PDF);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(PDF.length),
    'content-disposition': `inline; filename="_____ _1_.pdf"; filename*=UTF-8''${encodeURIComponent('नक्शा "1".pdf')}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const downloaded = await open(`${link.url}?download=1`, owner);
  expect(downloaded.headers.get('content-disposition')).toMatch(/^attachment; /);
  const cookie = `fws_session=${owner.token}`;
  expect((await fetch(`${world.url}${link.url}`, { headers: { cookie } })).status).toBe(200);
});

test('serves HTML as a download, never inline', async () => {
  const owner = await world.user();
  const { link } = await saveFileFor(owner.id, { name: 'page.html', contentType: 'text/html' });
  expect((await open(link.url, owner)).headers.get('content-disposition')).toMatch(/^attachment; /);
});

test('answers a stranger as if the file did not exist', async () => {
  const owner = await world.user();
  const stranger = await world.user();
  const { link } = await saveFileFor(owner.id);
  expect((await open(link.url, null)).status).toBe(401);
  const refused = await open(link.url, stranger);
  expect(refused.status).toBe(404);
  const missing = await open(`/api/files/${crypto.randomUUID()}/a.pdf`, stranger);
  expect(await missing.json()).toEqual(await refused.json());
  for (const id of ['1', '../../secret', `' OR 1=1`, '%00', 'z'.repeat(150)])
    expect((await open(`/api/files/${encodeURIComponent(id)}/a.pdf`, owner)).status).toBe(404);
});

test('asks the domain of the attached record for access', async () => {
  const owner = await world.user();
  const { id } = await saveFileFor(owner.id);
  await inTx(world.db, (tx) => attachFile(tx, id, 12));
  const file = await findFileById(world.db, id);
  if (!file) throw new Error('the file is gone');
  const caller: Caller = {
    userId: owner.id,
    sessionId: 0,
    mobileVerified: true,
    scope: 'full',
    confirmedAt: null,
    provenAt: null,
  };
  const accessCalls: unknown[] = [];
  const job = async (_: unknown, accessCaller: { userId: number }, jobId: number) => {
    accessCalls.push([accessCaller.userId, jobId]);
    return accessCalls.length === 1;
  };
  expect(await mayRead(world.db, caller, file, { job })).toBe(true);
  expect(await mayRead(world.db, caller, file, { job })).toBe(false);
  expect(accessCalls).toEqual([
    [owner.id, 12],
    [owner.id, 12],
  ]);
  expect(await mayRead(world.db, caller, file, {})).toBe(false);
});

test('deletes the stored bytes only after the removal commits', async () => {
  const owner = await world.user();
  const { id, storageKey } = await saveFileFor(owner.id);
  await expect(
    inTx(world.db, async (tx) => {
      await removeFile(tx, id);
      throw new Error('the command failed');
    }),
  ).rejects.toThrow('the command failed');
  await world.drain();
  expect(await readStoredBytes(storageKey)).toEqual(PDF);

  await inTx(world.db, (tx) => removeFile(tx, id));
  await world.drain();
  expect(await readStoredBytes(storageKey)).toBeNull();
  expect(await findFileById(world.db, id)).toBeNull();
});

test('deletes files that were never attached after a day', async () => {
  const owner = await world.user();
  const attached = await saveFileFor(owner.id);
  const unattached = await saveFileFor(owner.id);
  await inTx(world.db, (tx) => attachFile(tx, attached.id, 1));
  await runDeleteTask();
  expect(await findFileById(world.db, unattached.id)).not.toBeNull();

  world.clock.advance(24 * 3600_000 + 1000);
  const fresh = await saveFileFor(owner.id);
  await runDeleteTask();
  await world.drain();
  expect(await findFileById(world.db, unattached.id)).toBeNull();
  expect(await readStoredBytes(unattached.storageKey)).toBeNull();
  expect(await readStoredBytes(attached.storageKey)).toEqual(PDF);
  expect(await findFileById(world.db, fresh.id)).not.toBeNull();
});
