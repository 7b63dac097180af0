import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptQuote } from '@fws/contract/quotes/calls';
import { createVideo } from '../kyc/identity-checks.ts';
import { domains } from '../../src/domains/index.ts';
import { startServer } from '../../src/main.ts';
import { inTx } from '../../src/platform/db/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { publish } from '../../src/platform/realtime/index.ts';
import { buildForeignCases, type Case } from './cases.ts';
import { listFormProblems, listObjectFields, buildPlainFields, type MountedCall } from './form-fields.ts';
import { IDEMPOTENCY_KEY } from './foreign-jobs.ts';
import { makeForeignWorld } from './foreign-world.ts';
import type { ForeignWorld } from './scene.ts';
import { FOREIGN_ID, toMissingId, STRANGERS_ID } from './ids.ts';
import { listMountedCalls } from './mounted.ts';
import { isCallerSpecific, isPublic, PUBLIC_FILES, PUBLIC_OBJECTS, listStrangerProblems } from './rows.ts';
import { readTableRows } from '../dump.ts';
import type { TestUser, WireAnswer } from '../user.ts';
import { waitFor } from '../wait.ts';
import { startWorld, type World } from '../world.ts';
import { getPartName } from '../legacy.ts';

// A signed-in stranger names foreign objects in every call that takes any.

let world: World;
let idleServer: Awaited<ReturnType<typeof startServer>>;
let foreign: ForeignWorld;
let calls: MountedCall[];
/** Cases of calls that everybody may make, and all others. */
let openCases: Case[];
let closedCases: Case[];
/** The answer that the stranger got in each case. */
const refusals = new Map<Case, WireAnswer>();
beforeAll(async () => {
  world = await startWorld();
  foreign = await makeForeignWorld(world);
  calls = await listMountedCalls(world);
  // From here on no task runs: tasks that a call enqueues stay in the queue, and no timer changes a row.
  await world.stopServer();
  idleServer = await startServer({
    ...world.config,
    ports: { clock: world.clock },
    log: silentLog,
    worker: false,
  });
  await waitFor('the delivery receipts of all sent messages', async () => {
    const unconfirmed = await world.db
      .selectFrom('notification_delivery')
      .select('id')
      .where('status', '=', 'sent')
      .where('channel', 'in', ['sms', 'whatsapp'])
      .execute();
    return unconfirmed.length === 0;
  });
  const cases = (
    await Promise.all(calls.map((call) => buildForeignCases(call, foreign, world.clock.now())))
  ).flat();
  openCases = cases.filter(({ call, scene }) => isPublic(call, scene.name));
  closedCases = cases.filter((testCase) => !openCases.includes(testCase));
}, 300_000);
afterAll(async () => {
  await idleServer.close();
  await world.close();
});

const VIDEO = createVideo();
const PDF = new File(['%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'], 'own.pdf');

/** Sends every file that the call takes, and reuses the idempotency key of the poster for accept_quote. */
function callAs(user: TestUser, call: MountedCall, fields: Record<string, string>): Promise<WireAnswer> {
  const files = (call.files ?? []).map(({ name, kinds }): [string, Blob] => [
    getPartName(call, name),
    kinds.includes('video') ? VIDEO : PDF,
  ]);
  const code = foreign.videoCodes.get(user);
  const body = { ...fields, ...(code ? { kyc_captcha_code: code } : {}), ...Object.fromEntries(files) };
  return user.post(
    call.name,
    body,
    call.name === acceptQuote.name ? { 'idempotency-key': IDEMPOTENCY_KEY } : {},
  );
}

/** The newcomer makes identity calls, because a verified user is refused for being verified. */
const selectStranger = ({ fields }: Case): TestUser =>
  fields.some(({ kind }) => kind === 'identitySession') ? foreign.newcomer : foreign.stranger;

/** Private texts and foreign ids in a reply. */
function listLeaks(reply: unknown): string[] {
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  const ids = [...text.matchAll(FOREIGN_ID)].map(([id]) => id);
  return [
    ...foreign.privateTexts.filter((secret) => text.includes(secret)),
    ...ids.filter((id) => !foreign.publicIds.has(id)),
  ];
}

/** The rows that contain a foreign id, by table, including queued tasks. */
async function readForeignRows(): Promise<Map<string, string[]>> {
  const tables = await readTableRows(world.ownerUrl);
  return new Map(
    [...tables].map(([table, rows]) => [table, rows.filter((row) => row.search(FOREIGN_ID) >= 0)]),
  );
}

/** Rows that `action` added, changed or removed, as `<table> <row>`. */
async function listChangedRows(action: () => Promise<void>): Promise<string[]> {
  const before = await readForeignRows();
  await action();
  const after = await readForeignRows();
  const listMissing = (rows: readonly string[] = [], others: readonly string[] = []) =>
    rows.filter((row) => !others.includes(row));
  return [...after.keys()].flatMap((table) =>
    [
      ...listMissing(before.get(table), after.get(table)),
      ...listMissing(after.get(table), before.get(table)),
    ].map((row) => `${table} ${row}`),
  );
}

test('builds forms that are valid except for the owner of their objects', async () => {
  const code = { kyc_captcha_code: '7KQ42M' };
  const problems = await Promise.all(
    [...openCases, ...closedCases].map(({ call, foreign: fields }) =>
      listFormProblems(call, { ...code, ...fields }),
    ),
  );
  expect([...new Set(problems.flat())]).toEqual([]);
});

const LONG_TIMEOUT = { timeout: 180_000 };

test(
  'refuses a stranger every foreign object as if it did not exist, and changes no row of the owners',
  LONG_TIMEOUT,
  async () => {
    const problems: string[] = [];
    const changed = await listChangedRows(async () => {
      for (const testCase of closedCases) {
        const { call, fields, about, mixed } = testCase;
        const stranger = selectStranger(testCase);
        const answer = await callAs(stranger, call, testCase.foreign);
        const missing = await callAs(stranger, call, testCase.missing);
        const kinds = fields.map(({ kind }) => kind);
        problems.push(...listStrangerProblems({ call, kinds, scene: about, mixed }, answer, missing));
        problems.push(...listLeaks(answer).map((leak) => `${call.name} about ${about} answers ${leak}`));
        refusals.set(testCase, answer);
      }
    });
    expect(problems).toEqual([]);
    expect(changed).toEqual([]);
  },
);

test('lists no foreign data to a stranger, from any cursor', async () => {
  const lists: MountedCall[] = [];
  for (const call of calls)
    if (call.access === 'user' && call.reads && (await listObjectFields(call)).length === 0) lists.push(call);
  const problems: string[] = [];
  for (const call of lists) {
    const fields = await buildPlainFields(call, world.clock.now());
    const cursors = [''];
    for (const owner of [foreign.poster, foreign.worker]) {
      const page = await callAs(owner, call, { ...fields, limit: '1' });
      if (typeof page['next_cursor'] === 'string') cursors.push(page['next_cursor']);
    }
    for (const cursor of cursors) {
      const reply = await callAs(foreign.stranger, call, { ...fields, cursor });
      problems.push(...listLeaks(reply).map((leak) => `${call.name} from “${cursor}” answers ${leak}`));
    }
  }
  expect(problems).toEqual([]);
});

test('returns nothing private from the calls that everybody may make about foreign objects', async () => {
  const names = new Set(calls.map(({ name }) => name));
  expect(Object.keys(PUBLIC_OBJECTS).filter((name) => !names.has(name))).toEqual([]);
  // The tables are compared once for calls that follow each other and may change the same of them.
  const groups: { tables: readonly string[]; cases: Case[] }[] = [];
  for (const testCase of openCases) {
    const tables = PUBLIC_OBJECTS[testCase.call.name]?.changes ?? [];
    const last = groups.at(-1);
    if (last?.tables.join() === tables.join()) last.cases.push(testCase);
    else groups.push({ tables, cases: [testCase] });
  }
  for (const { tables, cases } of groups) {
    const changed = await listChangedRows(async () => {
      for (const { call, about, foreign: fields } of cases) {
        const reply = await callAs(foreign.stranger, call, fields);
        expect(reply.httpStatus, `${call.name} about ${about}`).toBeLessThan(500);
        expect(listLeaks(reply), `${call.name} about ${about}`).toEqual([]);
      }
    });
    const allowed = tables.map((table) => `public.${table} `);
    const unexpected = changed.filter(
      (row) => row.search(STRANGERS_ID) < 0 && !allowed.some((table) => row.startsWith(table)),
    );
    expect(unexpected, cases.map(({ call }) => call.name).join()).toEqual([]);
  }
});

const get = async (user: TestUser, path: string) => {
  const headers = { authorization: `Bearer ${user.token}` };
  const response = await fetch(world.url + path, { headers, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
};

/** The stranger gets the same answer as for a missing path, and one of the owners can open it. */
async function expectHidden(path: string): Promise<void> {
  const answer = await get(foreign.stranger, path);
  expect(answer.status, path).toBe(404);
  expect(answer).toEqual(await get(foreign.stranger, toMissingId(path)));
  const owners = await Promise.all([foreign.poster, foreign.worker].map((owner) => get(owner, path)));
  expect(
    owners.some(({ status }) => status < 400),
    path,
  ).toBe(true);
}

test('serves a stranger only public files', async () => {
  const files = await world.db
    .selectFrom('file')
    .select(['id', 'subject', 'subject_id'])
    .where('owner_id', 'in', [foreign.poster.id, foreign.worker.id])
    .execute();
  const openFiles = files.filter(
    ({ subject, subject_id: id }) =>
      subject in PUBLIC_FILES ||
      ((subject === 'job' || subject === 'job_photo') && foreign.publicIds.has(String(id))),
  );
  for (const { id } of openFiles) {
    const { status, text } = await get(foreign.stranger, `/api/files/${id}/name`);
    expect(status).toBe(200);
    expect(listLeaks(text)).toEqual([]);
  }
  const hiddenFiles = files.filter((file) => !openFiles.includes(file));
  for (const { id } of hiddenFiles) await expectHidden(`/api/files/${id}/name`);
  // Every kind of file that a domain serves must be covered.
  const subjects = domains.flatMap(({ fileAccess }) => Object.keys(fileAccess ?? {}));
  const covered = new Set([...Object.keys(PUBLIC_FILES), ...hiddenFiles.map(({ subject }) => subject)]);
  expect(subjects.filter((subject) => !covered.has(subject as never))).toEqual([]);
});

test('returns 404 for the invoices, receipts and payment pages of others', async () => {
  expect(foreign.invoiceIds.length).toBeGreaterThan(0);
  expect(foreign.receiptIds.length).toBeGreaterThan(0);
  for (const id of foreign.invoiceIds) await expectHidden(`/api/invoices/${id}/invoice.pdf`);
  for (const id of foreign.receiptIds) {
    await expectHidden(`/api/receipts/${id}/receipt.pdf`);
    // A receipt is the payer's, not the worker's.
    expect((await get(foreign.worker, `/api/receipts/${id}/receipt.pdf`)).status).toBe(404);
  }
  const orders = new Set(foreign.scenes.flatMap(({ ids }) => ids.order ?? []));
  for (const id of orders) {
    await expectHidden(`/pay/${id}`);
    // The worker does not pay, so the page is hidden from them too.
    expect((await get(foreign.worker, `/pay/${id}`)).status).toBe(404);
  }
});

/** Opens the event stream of a user and collects its text. */
async function listen(user: TestUser) {
  const stop = new AbortController();
  const response = await fetch(`${world.url}/api/events`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: stop.signal,
  });
  const stream = { text: '', stop: () => stop.abort() };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) stream.text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  await waitFor('the stream to be open', () => Promise.resolve(stream.text !== ''));
  return stream;
}

test('answers an owner differently from a stranger, and sends the stranger no events about it', async () => {
  const [stranger, worker] = [await listen(foreign.stranger), await listen(foreign.worker)];
  // Calls that need no session answer everybody alike.
  const userRefusals = [...refusals].filter(
    ([{ call, mixed }]) => call.access !== 'admin' && call.access !== 'public' && !mixed,
  );
  const proven = new Set<string>();
  for (const [testCase, refusal] of userRefusals)
    for (const owner of testCase.scene.owners) {
      if (proven.has(testCase.call.name)) break;
      if (isCallerSpecific(refusal, await callAs(owner, testCase.call, testCase.foreign)))
        proven.add(testCase.call.name);
    }
  const unproven = userRefusals.map(([{ call }]) => call.name).filter((name) => !proven.has(name));
  expect([...new Set(unproven)]).toEqual([]);
  // Events arrive in order. When the worker has the last one, everybody has all earlier ones.
  await inTx(world.db, (tx) => publish(tx, { users: [foreign.worker.id], topic: 'wallet', id: 1 }));
  await waitFor('the last of the news', () => Promise.resolve(worker.text.includes('"wallet","id":1,')));
  expect(worker.text.split('data: ').length).toBeGreaterThan(5);
  // The stranger has quoted on the open job and may receive its events.
  const openJob = foreign.scenes[0]?.ids.job;
  // An event with a name, such as a sign of life, is about no object.
  const events = [...stranger.text.matchAll(/(?<!^event: .*\n)^data: (.*)$/gm)].map(
    ([, text = '']) => JSON.parse(text) as Record<string, unknown>,
  );
  expect(events.filter(({ topic, id }) => topic !== 'quotes' || String(id) !== String(openJob))).toEqual([]);
  for (const stream of [stranger, worker]) stream.stop();
});
