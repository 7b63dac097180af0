import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aadhaarCaptcha, identityStatus, startDigilocker } from '@fws/contract/kyc/calls';
import { dump } from '../../../test/dump.ts';
import { controlSandbox } from '../../../test/payouts.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { createLog } from '../../platform/log.ts';
import { getIdentity } from './index.ts';
import { createAadhaarSteps } from '../../../test/kyc/aadhaar.ts';
import {
  AADHAAR,
  readAadhaarOtp,
  readCaptcha,
  requestCode,
  submit,
  createVideo,
} from '../../../test/kyc/identity-checks.ts';
import type { IdentityStatus } from '@fws/contract/kyc/schemas';

const REFUSED_NAME =
  'The name on this ID is not the name on your account. Send it again with your name as on the ID, or use an ID of yours';

let world: World;
const logged: string[] = [];
beforeAll(async () => {
  world = await startWorld({ log: createLog((line) => logged.push(line)) });
});
afterAll(() => world.close());

const MINUTE = 60_000;
const fetchStatus = (user: TestUser) => user.call(identityStatus, { referenceId: '' });
const { answerOtp, toWrongOtp, startAndSubmit, requestOtp } = createAadhaarSteps(() => world);
const runSettleTask = (sessionId: string) =>
  inTx(world.db, (tx) => enqueue(tx, 'settle_identity', { sessionId }));
const listChecks = (user: TestUser) =>
  world.db.selectFrom('identity_check').selectAll().where('user_id', '=', user.id).execute();

test('verifies a user by captcha, number and one-time password', async () => {
  const asha = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const { sessionId, image, otp } = await requestOtp(asha);
  const { id } = await world.db
    .selectFrom('identity_session')
    .select('id')
    .where('user_id', '=', asha.id)
    .executeTakeFirstOrThrow();
  expect(sessionId).toBe(id);
  expect(image).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  expect(Buffer.from(image, 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect(await answerOtp(asha, sessionId, otp)).toMatchObject({
    httpStatus: 200,
    message: 'Your identity is verified',
    data: { state: 'verified' },
  });
  expect(await getIdentity(world.db, asha.id)).toEqual({ state: 'verified', name: 'ASHA KALE' });
  expect(await listChecks(asha)).toMatchObject([
    { kind: 'aadhaar', number_last4: '2346', state: 'verified' },
  ]);
  // The client repeats the request, because the answer was lost.
  expect(await answerOtp(asha, sessionId, otp)).toMatchObject({
    httpStatus: 200,
    data: { state: 'verified' },
  });
  expect(await listChecks(asha)).toHaveLength(1);
});

test('accepts the alias calls, with the number as uid_no in Devanagari digits', async () => {
  const user = await world.user();
  const { sessionId } = await user.done(aadhaarCaptcha, {});
  const { captcha } = await readCaptcha(world, user);
  const sent = await user.post('aadhar_verify', {
    id_proof_type: '3',
    uid_no: '२३४१ २३४१ २३४६',
    kyc_current_location: 'Pune',
    kyc_captcha_code: await requestCode(user),
    captcha: captcha.toLowerCase(),
    session_id: sessionId,
    file: createVideo(),
    is_kyc_updated: '1',
    is_fws_verified: '1',
    state: 'verified',
    user_id: '1',
  });
  expect(sent).toMatchObject({ httpStatus: 200, data: { session_id: sessionId }, is_kyc_updated: 0 });
  const verified = await user.post('aadhar_verify_otp', {
    session_id: sessionId,
    otp: await readAadhaarOtp(world, user),
    phone_number: '9999999999',
    email_id: 'x@y.example',
    is_kyc_updated: '1',
  });
  expect(verified).toMatchObject({ httpStatus: 200, is_kyc_updated: 1 });
});

test('sends no second password for the same number and refuses another number', async () => {
  const user = await world.user();
  const { sessionId, captcha, code, otp } = await requestOtp(user);
  const again = { code, captcha, sessionId, file: null };
  expect(await submit(user, 'aadhaar', AADHAAR.own, again)).toMatchObject({
    data: { sessionId },
  });
  expect(await readAadhaarOtp(world, user)).toBe(otp);
  expect(await submit(user, 'aadhaar', AADHAAR.other, again)).toMatchObject({
    httpStatus: 422,
    errors: { captcha: expect.stringContaining('start again') },
  });
});

test('keeps the video after a wrong captcha', async () => {
  const user = await world.user();
  const { sessionId } = await user.done(aadhaarCaptcha, {});
  const code = await requestCode(user);
  expect(await submit(user, 'aadhaar', AADHAAR.own, { code, captcha: 'NOPE', sessionId })).toMatchObject({
    httpStatus: 422,
    errors: { captcha: 'The characters do not match the picture. Here is a new one' },
  });
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'none', code } });
  const fresh = await user.done(aadhaarCaptcha, {});
  const { captcha } = await readCaptcha(world, user);
  const next = { code, captcha, sessionId: fresh.sessionId, file: null };
  expect((await submit(user, 'aadhaar', AADHAAR.own, next)).httpStatus).toBe(200);
});

test('returns 429 after five wrong one-time passwords', async () => {
  world.clock.advanceToNextHour();
  const user = await world.user();
  const { sessionId, otp } = await requestOtp(user);
  for (let tries = 1; tries < 5; tries++)
    expect(await answerOtp(user, sessionId, toWrongOtp(otp))).toMatchObject({
      httpStatus: 422,
      errors: { otp: expect.stringContaining('wrong') },
    });
  expect(await answerOtp(user, sessionId, toWrongOtp(otp))).toMatchObject({
    httpStatus: 422,
    errors: { otp: expect.stringContaining('start again') },
  });
  expect(await answerOtp(user, sessionId, otp)).toMatchObject({ httpStatus: 429 });
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'none' } });
});

test('checks only five of forty parallel guesses', async () => {
  world.clock.advanceToNextHour();
  const user = await world.user();
  const { sessionId, otp } = await requestOtp(user);
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => answerOtp(user, sessionId, toWrongOtp(otp))),
  );
  expect(answers.filter(({ httpStatus }) => httpStatus === 422)).toHaveLength(5);
  expect(answers.filter(({ httpStatus }) => httpStatus === 429)).toHaveLength(35);
});

test('creates one check for parallel correct passwords', async () => {
  const user = await world.user();
  const { sessionId, otp } = await requestOtp(user);
  const answers = await Promise.all([otp, otp, otp].map((code) => answerOtp(user, sessionId, code)));
  expect(answers.map(({ data }) => (data as IdentityStatus).state)).toEqual([
    'verified',
    'verified',
    'verified',
  ]);
  expect(await listChecks(user)).toHaveLength(1);
});

test('refuses an unknown number and keeps the video', async () => {
  const user = await world.user();
  const { answer, code } = await startAndSubmit(user, AADHAAR.refused);
  expect(answer).toMatchObject({
    httpStatus: 422,
    errors: { number: 'The authority does not know this number' },
  });
  // The number may be mistyped, so the video stays usable.
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'refused', code } });
});

test('refuses a number that belongs to another name', async () => {
  const user = await world.user();
  const { sessionId, otp } = await requestOtp(user, AADHAAR.other);
  const refusal = { httpStatus: 422, message: REFUSED_NAME };
  expect(await answerOtp(user, sessionId, otp)).toMatchObject(refusal);
  expect(await answerOtp(user, sessionId, otp)).toMatchObject(refusal);
  expect(await fetchStatus(user)).toMatchObject({
    data: { state: 'refused', reason: refusal.message, code: '' },
  });
  expect(await listChecks(user)).toHaveLength(1);
});

test('stays pending until the authority has decided', async () => {
  const user = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  const { sessionId, otp, id } = await requestOtp(user, AADHAAR.pending);
  expect(await answerOtp(user, sessionId, otp)).toMatchObject({
    httpStatus: 200,
    data: { state: 'pending' },
  });
  expect((await user.call(aadhaarCaptcha, {})).httpStatus).toBe(409);
  await controlSandbox(world, `okyc/${id}`, { status: 'VALID' });
  world.clock.advance(11_000);
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'verified' } });
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'verified', name: 'RAVI RAO' });
});

test('returns 503 when the vendor is down at any step, and continues afterwards', async () => {
  const user = await world.user();
  const down = { httpStatus: 503, message: expect.stringContaining('does not answer right now') };
  const fail = (when: 'before' | 'after', faultPath: string) =>
    controlSandbox(world, 'faults', { failNext: { path: faultPath, status: 503, when } });
  await fail('before', '/setu/api/okyc');
  expect(await user.call(aadhaarCaptcha, {})).toMatchObject(down);

  const { sessionId } = await user.done(aadhaarCaptcha, {});
  const { captcha, id } = await readCaptcha(world, user);
  const code = await requestCode(user);
  await fail('before', `/setu/api/okyc/${id}/verify`);
  const fields = { code, captcha, sessionId };
  expect(await submit(user, 'aadhaar', AADHAAR.own, fields)).toMatchObject(down);
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'none', code } });
  expect((await submit(user, 'aadhaar', AADHAAR.own, { ...fields, file: null })).httpStatus).toBe(200);

  const otp = await readAadhaarOtp(world, user);
  await fail('before', `/setu/api/okyc/${id}/complete`);
  expect(await answerOtp(user, sessionId, otp)).toMatchObject(down);
  expect(await answerOtp(user, sessionId, otp)).toMatchObject({ data: { state: 'verified' } });
});

test('recovers a lost verdict by a repeated request or by the task', async () => {
  const [patient, gone] = [await world.user(), await world.user()];
  const sessions = [];
  for (const user of [patient, gone]) {
    const submission = await requestOtp(user);
    await controlSandbox(world, 'faults', {
      failNext: { path: `/setu/api/okyc/${submission.id}/complete`, status: 503, when: 'after' },
    });
    expect((await answerOtp(user, submission.sessionId, submission.otp)).httpStatus).toBe(503);
    sessions.push(submission);
  }
  const [first, second] = sessions;
  expect(await answerOtp(patient, first?.sessionId ?? '', first?.otp ?? '')).toMatchObject({
    data: { state: 'verified' },
  });
  await runSettleTask(second?.sessionId ?? '');
  await waitFor('the decision', async () => (await listChecks(gone)).length > 0);
  expect(await fetchStatus(gone)).toMatchObject({ data: { state: 'verified' } });
});

test('returns 422 when the captcha or the password has expired', async () => {
  const user = await world.user();
  const { sessionId } = await user.done(aadhaarCaptcha, {});
  const { captcha } = await readCaptcha(world, user);
  world.clock.advance(10 * MINUTE + 1000);
  const over = { httpStatus: 422 };
  expect(await submit(user, 'aadhaar', AADHAAR.own, { captcha, sessionId })).toMatchObject({
    ...over,
    errors: { captcha: expect.stringContaining('took too long') },
  });
  const next = await requestOtp(user);
  world.clock.advance(10 * MINUTE + 1000);
  expect(await answerOtp(user, next.sessionId, next.otp)).toMatchObject({
    ...over,
    errors: { otp: expect.stringContaining('took too long') },
  });
});

test('refuses the session of another user', async () => {
  const [owner, stranger] = [await world.user(), await world.user()];
  const { sessionId, otp } = await requestOtp(owner);
  expect((await answerOtp(stranger, sessionId, otp)).httpStatus).toBe(404);
  expect((await answerOtp(world.guest, sessionId, otp)).httpStatus).toBe(401);
  expect((await stranger.call(identityStatus, { referenceId: sessionId })).httpStatus).toBe(404);
  expect((await world.guest.call(aadhaarCaptcha, {})).httpStatus).toBe(401);
  const theirs = await stranger.done(aadhaarCaptcha, {});
  const { captcha } = await readCaptcha(world, stranger);
  expect(
    (await submit(owner, 'aadhaar', AADHAAR.own, { captcha, sessionId: theirs.sessionId })).errors,
  ).toEqual({
    captcha: expect.stringContaining('start again'),
  });
});

test.each([
  ['no session', { otp: '123456' }, 'session_id'],
  ['no password', { session_id: crypto.randomUUID() }, 'otp'],
  ['letters', { session_id: crypto.randomUUID(), otp: 'abcdef' }, 'otp'],
  ['script', { session_id: crypto.randomUUID(), otp: '<script>1</script>' }, 'otp'],
  ['too long', { session_id: 'x'.repeat(5000), otp: '123456' }, 'session_id'],
])('returns 422 for an invalid password form: %s', async (_, fields: Record<string, string>, field) => {
  const user = await world.user();
  const answer = await user.post('aadhar_otp_verify', fields);
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  for (const id of ['1', "' OR 1=1 --", '../x'])
    expect((await user.post('aadhar_otp_verify', { session_id: id, otp: '123456' })).httpStatus).toBe(404);
});

test('limits captchas to 30 an hour and numbers to 10 a day', async () => {
  world.clock.advanceToNextHour();
  const user = await world.user();
  let last = 200;
  for (let count = 0; count < 31; count++) last = (await user.call(aadhaarCaptcha, {})).httpStatus;
  expect(last).toBe(429);
  const eager = await world.user();
  const code = await requestCode(eager);
  const file = createVideo();
  const statuses: number[] = [];
  for (let tries = 0; tries < 11; tries++) {
    const { sessionId } = await eager.done(aadhaarCaptcha, {});
    const { captcha } = await readCaptcha(world, eager);
    statuses.push(
      (await submit(eager, 'aadhaar', AADHAAR.own, { code, file, captcha, sessionId })).httpStatus,
    );
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});

test('returns 409 for DigiLocker when users are verified by number', async () => {
  const user = await world.user();
  const answer = await user.call(
    startDigilocker,
    { code: await requestCode(user) },
    { files: { video: createVideo() } },
  );
  expect(answer).toMatchObject({ httpStatus: 409, message: expect.stringContaining('another way') });
});

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

test('keeps the number out of tables, queued tasks, logs and files', async () => {
  const number = '987654321096';
  const user = await world.user();
  const { sessionId, otp, id } = await requestOtp(user, number);
  await controlSandbox(world, 'faults', { failNext: { path: `/setu/api/okyc/${id}/complete`, status: 503 } });
  await answerOtp(user, sessionId, otp);
  await answerOtp(user, sessionId, toWrongOtp(otp));
  await answerOtp(user, sessionId, otp);
  await world.drain();
  const refused = await world.user();
  await controlSandbox(world, 'faults', { failNext: { path: '/setu/api/okyc', status: 500, times: 1 } });
  await refused.call(aadhaarCaptcha, {});
  await startAndSubmit(refused, AADHAAR.refused);

  const files = await listFiles(world.dataDir);
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  expect(files.some((file) => file.includes('identity_video'))).toBe(true);
  const everything = [await dump(world.ownerUrl), ...logged, ...files, ...contents].join('\n');
  // The dump is complete: it contains what may be stored.
  expect(everything).toContain('settle_identity');
  expect(everything).toContain(sessionId);
  expect(everything).toMatch(/\b1096\b/);
  for (const secret of [number, AADHAAR.own, AADHAAR.refused, AADHAAR.pending, AADHAAR.other])
    for (const written of [secret, secret.replace(/(\d{4})(?=\d)/g, '$1 '), secret.slice(0, 8)])
      expect(everything.includes(written), `${written} is kept`).toBe(false);
});
