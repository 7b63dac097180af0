import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser, logout } from '@fws/contract/identity/calls';
import { raiseIssue } from '@fws/contract/disputes/calls';
import { ownProfile, updateProfile } from '@fws/contract/profile/calls';
import { createAdmin } from '../../../test/admin/admins.ts';
import { buildIssue } from '../../../test/disputes/issues.ts';
import { waitForCode } from '../../../test/identity/codes.ts';
import { createLoginSteps } from '../../../test/identity/logins.ts';
import { requestCode, submit } from '../../../test/kyc/identity-checks.ts';
import { legacyJobForm } from '../../../test/legacy-samples.ts';
import { award, earn, post } from '../../../test/story.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { readConfig } from '../../config/index.ts';
import { createSignedAddresses } from '../../platform/http/signed-addresses.ts';
import { loadKeyring } from '../../platform/keys.ts';

// Addresses of files in replies to clients that carry their token themselves, opened without cookie or header.

const MINUTE_MS = 60_000;

let world: World;
let owner: TestUser;
/** The photo, a certificate and the resume of the owner, as they were answered to them. */
let papers: { photo: string; certificate: string; resume: string };
let image: File;
beforeAll(async () => {
  world = await startWorld();
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2d3681' } })
    .png()
    .toBuffer();
  image = new File([new Uint8Array(png)], 'my plan.png');
  owner = await world.user({ firstName: 'Asha', password: 'long and lucky 42' });
  await owner.done(updateProfile, {}, { files: { photo: image, certificates: image, resume: image } });
  papers = await readPapers(owner);
});
afterAll(() => world.close());

const getItem = (answer: WireAnswer) => (answer.data as Record<string, string>[])[0] ?? {};

async function readPapers(user: TestUser) {
  const item = getItem(await user.post('own_profile', {}));
  const { profile_image: photo = '', certificates: certificate = '', resume = '' } = item;
  return { photo, certificate, resume };
}

/** As an <img> of a page elsewhere does. */
const open = (address: string) => fetch(address, { redirect: 'error' });

async function readSentence(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return [response.status, ((await response.json()) as { message: string }).message];
}

/** Every text in a value that holds an address of a file. */
const listAddresses = (value: unknown): string[] => {
  if (typeof value === 'string') return /\/api\/(?:files|invoices)\//.test(value) ? value.split(',') : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listAddresses) : [];
};

test('opens the address of a reply without cookie or header', async () => {
  const response = await open(papers.photo);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'private, no-cache',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  expect((await sharp(await response.arrayBuffer()).metadata()).format).toBe('jpeg');

  const ifNoneMatch = { 'if-none-match': response.headers.get('etag') ?? '' };
  const unchanged = await fetch(papers.photo, { headers: ifNoneMatch });
  expect([unchanged.status, unchanged.headers.get('cross-origin-resource-policy')]).toEqual([
    304,
    'cross-origin',
  ]);

  const resume = await open(papers.resume);
  expect(Object.fromEntries(resume.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="my plan.png"; filename*=UTF-8''my%20plan.png`,
  });
  expect((await open(`${papers.resume}&download=1`)).headers.get('content-disposition')).toMatch(
    /^attachment; /,
  );
  expect((await fetch(papers.resume, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
});

test('signs the addresses of jobs, quotes, issues, invoices and certificates', async () => {
  const [poster, worker] = [await world.user(), await world.user()];
  const job = await post(world, poster);
  const answers = [
    await poster.post('post_job', {
      ...legacyJobForm,
      job_title: 'With a plan',
      attach_file: image,
    }),
    await worker.post('submit_quote', {
      quote_id: String(job.id),
      job_bid_type: 'By Completion',
      amount: '100',
      attach_portfolio: image,
    }),
    await poster.post('my_contract_request_users', { job_id: String(job.id) }),
    await worker.post('add_certificates', { 'certificates[]': [image, image], resume: image }),
  ];
  const { jobId } = await earn(world, { poster, worker }, '100');
  await poster.done(raiseIssue, buildIssue((await award(world, { poster, worker })).jobId), {
    files: { document: image },
  });
  const issues = await worker.post('open_complaint_history', {});
  answers.push(issues);
  answers.push(await worker.post('complaint_detail', { dispute_id: String(getItem(issues)['dispute_id']) }));
  await waitFor('the invoice', async () => {
    const history = await worker.post('withdraw_payment_history', {});
    return listAddresses(history).length > 0 && answers.push(history) > 0;
  });
  expect(jobId).toBeGreaterThan(0);
  for (const answer of answers) {
    const addresses = listAddresses(answer);
    expect(addresses.length, JSON.stringify(answer)).toBeGreaterThan(0);
    for (const address of addresses) expect((await open(address)).status, address).toBe(200);
  }
});

test('signs in the reply that starts a session', async () => {
  await createLoginSteps(() => world).setAttemptCount(
    'login_account',
    `user ${owner.id}`,
    60 * MINUTE_MS,
    30,
  );
  const login = { user_name: owner.email, password: 'long and lucky 42' };
  // Strangers guess the password: only a code opens a session, and it is a full one.
  await world.guest.post('user_login', login);
  const otp = await waitForCode(world.sandboxUrl, owner.mobile);
  const answer = await world.guest.post('user_login', { ...login, otp });
  world.guest.token = '';
  const { profile_image: photo = '' } = getItem(answer);
  expect((await open(photo)).status).toBe(200);
});

test('leaves addresses for our web app as they are', async () => {
  const { certificates, resume } = await owner.done(ownProfile, {});
  const { profileImage } = await owner.done(currentUser, {});
  for (const address of [certificates[0]?.url, resume?.url, profileImage])
    expect(address).toMatch(/^\/api\/files\/[\w-]+\/[^?]+$/);
  expect((await open(world.url + (resume?.url ?? ''))).status).toBe(401);
});

test('removes a certificate by its signed address', async () => {
  const user = await world.user();
  await user.done(updateProfile, {}, { files: { certificates: image } });
  const { certificate } = await readPapers(user);
  expect(await user.post('remove_certificates', { certificate })).toMatchObject({
    httpStatus: 200,
    data: [{ certificates: '' }],
  });
});

test('refuses an expired address with a sentence, in the language of the browser', async () => {
  const { resume } = await readPapers(owner);
  world.clock.advance(14 * MINUTE_MS);
  expect((await open(resume)).status).toBe(200);
  world.clock.advance(17 * MINUTE_MS);
  expect(await readSentence(resume)).toEqual([
    401,
    'This address is not valid any more. Please load the list again',
  ]);
  expect(await readSentence(resume, { 'accept-language': 'hi' })).toEqual([
    401,
    'यह पता अब काम नहीं करता। कृपया सूची फिर से खोलें',
  ]);
  // A session opens the same address as before.
  const headers = { authorization: `Bearer ${owner.token}` };
  expect((await fetch(resume, { headers })).status).toBe(200);
  expect((await open((await readPapers(owner)).resume)).status).toBe(200);
});

test('refuses a forged address, and the signature of another file', async () => {
  const { resume, certificate } = await readPapers(owner);
  const stranger = await world.user();
  const signature = new URL(certificate).searchParams.get('signature') ?? '';
  const forged = new URL(resume);
  forged.searchParams.set('signature', signature);
  const otherSession = resume.replace(/session=\d+/, 'session=999999');
  const later = resume.replace(/expires=\d+/, 'expires=9999999999');
  for (const address of [forged.href, otherSession, later, `${resume}x`, resume.slice(0, -1)])
    expect((await open(address)).status, address).toBe(401);
  // Somebody else's session does not make it valid.
  const headers = { authorization: `Bearer ${stranger.token}` };
  expect((await fetch(forged, { headers })).status).toBe(404);
});

test('checks at each use whether the reader may still open the file', async () => {
  const [poster, worker, reader] = [await world.user(), await world.user(), await world.user()];
  const job = getItem(
    await poster.post('post_job', {
      ...legacyJobForm,
      job_title: 'Seen while it is open',
      attach_file: image,
    }),
  );
  const { attach_file: address = '' } = getItem(
    await reader.post('job_detail', { job_id: String(job['id']) }),
  );
  expect((await open(address)).status).toBe(200);
  const quote = getItem(
    await worker.post('submit_quote', {
      quote_id: String(job['id']),
      job_bid_type: 'By Completion',
      amount: '100',
    }),
  );
  await poster.post('accept_quote', { quote_id: String(quote['quote_id']) });
  expect((await open(address)).status).toBe(404);
});

test('ends with the session, and while the user is suspended', async () => {
  const user = await world.user();
  await user.done(updateProfile, {}, { files: { resume: image } });
  const { resume } = await readPapers(user);
  const suspend = (at: Date | null) =>
    world.db.updateTable('user_account').set({ suspended_at: at }).where('id', '=', user.id).execute();
  expect((await open(resume)).status).toBe(200);
  await suspend(world.clock.now());
  expect((await open(resume)).status).toBe(401);
  await suspend(null);
  expect((await open(resume)).status).toBe(200);
  await user.done(logout, {});
  expect((await open(resume)).status).toBe(401);
});

test('opens no identity video, and nothing whose opening is recorded', async () => {
  const config = readConfig(world.config);
  const addresses = createSignedAddresses({
    keyring: loadKeyring(config),
    clock: world.clock,
    publicUrl: world.url,
  });
  const sign = (path: string, sessionId: number) => addresses.sign(path, sessionId);
  const getSessionId = async (user: TestUser) =>
    (
      await world.db
        .selectFrom('session')
        .select('id')
        .where('user_id', '=', user.id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).id;
  const user = await world.user();
  await submit(user, 'pan', 'ABCPE1111F', { code: await requestCode(user) });
  const video = await world.db
    .selectFrom('identity_video')
    .select('file_id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const path = `/api/files/${video.file_id}/recording.webm`;
  const boss = await createAdmin(world);
  const countReads = async () =>
    (
      await world.db
        .selectFrom('audit_log')
        .select('id')
        .where('act', '=', 'viewed')
        .where('admin_id', '=', boss.user.id)
        .execute()
    ).length;
  const openWithToken = (reader: TestUser) =>
    fetch(world.url + path, { headers: { authorization: `Bearer ${reader.token}` } });
  for (const reader of [user, boss.user])
    expect((await open(sign(path, await getSessionId(reader)))).status).toBe(404);
  expect(await countReads()).toBe(0);
  for (const reader of [user, boss.user]) expect((await openWithToken(reader)).status).toBe(200);
  expect(await countReads()).toBe(1);

  // What admins open by their role needs their session too.
  const [poster, worker] = [await world.user(), await world.user()];
  const { jobId } = await award(world, { poster, worker });
  const { documents } = await poster.done(raiseIssue, buildIssue(jobId), { files: { document: image } });
  const document = documents[0]?.url ?? '';
  expect((await open(sign(document, await getSessionId(poster)))).status).toBe(200);
  expect((await open(sign(document, await getSessionId(boss.user)))).status).toBe(404);
});

test('keeps a text that is no address', async () => {
  const title = `see ${papers.resume}`;
  const answer = await owner.post('post_job', {
    ...legacyJobForm,
    job_title: title.slice(0, 120),
  });
  expect(getItem(answer)['job_title']).toBe(title.slice(0, 120));
});
