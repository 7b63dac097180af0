import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityStatus } from '@fws/contract/kyc/calls';
import type { IdentityStatus } from '@fws/contract/kyc/schemas';
import { dump } from '../../../test/dump.ts';
import type { TestUser, WireAnswer } from '../../../test/user.ts';
import { controlSandbox } from '../../../test/payouts.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';
import { inTx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/queue/index.ts';
import { createLog } from '../../platform/log.ts';
import { getIdentity } from './index.ts';
import { findNewestCheck, requestCode, submit, createVideo } from '../../../test/kyc/identity-checks.ts';

const REFUSED_NAME =
  'The name on this ID is not the name on your account. Send it again with your name as on the ID, or use an ID of yours';

let world: World;
const logged: string[] = [];
beforeAll(async () => {
  world = await startWorld({ log: createLog((line) => logged.push(line)) });
});
afterAll(() => world.close());

const submitPan = (user: TestUser, number: string, code?: string): Promise<WireAnswer> =>
  submit(user, 'pan', number, code === undefined ? {} : { code });
/** Submits with an unknown code, for callers who are refused before the code is checked. */
const submitPanAgain = (user: TestUser, number = 'ABCPE1234F') => submitPan(user, number, '7KQ42M');
const fetchStatus = (user: TestUser, referenceId = '') => user.call(identityStatus, { referenceId });

const control = (path: string, body: object) => controlSandbox(world, path, body);

async function decideAtVendor(user: TestUser, verdict: 'VALID' | 'INVALID'): Promise<void> {
  const { provider_reference: reference } = await findNewestCheck(world, user);
  await control(`checks/${reference?.split(':')[1]}`, { status: verdict });
}

const runCheck = async (user: TestUser): Promise<void> => {
  const { id } = await findNewestCheck(world, user);
  await inTx(world.db, (tx) => enqueue(tx, 'check_identity', { checkId: id }));
};

const listNotificationTypes = async (user: TestUser): Promise<string[]> => {
  const rows = await world.db
    .selectFrom('notification')
    .select('type')
    .where('user_id', '=', user.id)
    .execute();
  return rows.map((row) => row.type);
};

test('verifies a PAN in the name of the user at once', async () => {
  const asha = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const answer = await submitPan(asha, 'abcpe1234f');
  expect(answer).toMatchObject({
    httpStatus: 200,
    message: 'Your identity is verified',
    data: { state: 'verified' },
  });
  expect(await getIdentity(world.db, asha.id)).toEqual({ state: 'verified', name: 'ASHA KALE' });
  await waitFor('the notice', async () => (await listNotificationTypes(asha)).includes('identity_verified'));
  expect(await fetchStatus(asha, (answer.data as IdentityStatus).referenceId)).toMatchObject({
    data: { state: 'verified', reason: null },
  });
  expect(await submitPanAgain(asha)).toMatchObject({
    httpStatus: 409,
    message: 'Your identity is already verified',
  });
});

test('verifies a GSTIN by the alias call', async () => {
  const asha = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const answer = await asha.post('kyc_verification', {
    id_proof_type: '2',
    id_proof_number: '27AAPFU0939F1ZV',
    kyc_captcha_code: await requestCode(asha),
    file: createVideo('mp4'),
  });
  expect(answer).toMatchObject({ httpStatus: 200, is_kyc_updated: 1, data: null });
});

test('refuses an unknown number and accepts another try', async () => {
  const user = await world.user();
  expect(await submitPan(user, 'ABCPE0000F')).toMatchObject({
    httpStatus: 422,
    errors: { number: 'The authority does not know this number' },
  });
  expect(await fetchStatus(user)).toMatchObject({
    data: { state: 'refused', reason: 'The authority does not know this number' },
  });
  await waitFor('the notice', async () => (await listNotificationTypes(user)).includes('identity_refused'));
  expect(await submitPan(user, 'ABCPE1234F')).toMatchObject({ httpStatus: 200, data: { state: 'verified' } });
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'verified', reason: null } });
});

test('refuses a number that belongs to another name', async () => {
  const user = await world.user();
  expect(await submitPan(user, 'ABCPE2222F')).toMatchObject({
    httpStatus: 422,
    errors: { number: REFUSED_NAME },
  });
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'refused', name: '' });
});

test('allows one pending check and polls it at most every ten seconds', async () => {
  const user = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  expect(await submitPan(user, 'ABCPE1111F')).toMatchObject({
    httpStatus: 200,
    message: 'Your identity is being checked',
    data: { state: 'pending' },
  });
  expect(await submitPanAgain(user)).toMatchObject({ httpStatus: 409 });
  await decideAtVendor(user, 'VALID');
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'pending' } });
  world.clock.advance(11_000);
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'verified' } });
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'verified', name: 'RAVI RAO' });
});

test('verify_aadhar_status answers 200 to clients of the specification only when verified', async () => {
  const user = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  const ask = (headers = {}) => user.post('verify_aadhar_status', {}, headers);
  expect(await ask()).toEqual({
    httpStatus: 409,
    status: 409,
    message: 'Your identity is not verified yet. Please complete eKYC',
    data: null,
    is_kyc_updated: 0,
    reference_id: '',
    reason: null,
    aadhaar_mode: 'number',
    kyc_captcha_code: '',
  });
  await submitPan(user, 'ABCPE0000F');
  expect(await ask()).toMatchObject({
    httpStatus: 409,
    message: 'Your identity is not verified: The authority does not know this number',
    is_kyc_updated: 2,
    reason: 'The authority does not know this number',
  });
  await submitPan(user, 'ABCPE1111F');
  const { reference_id: referenceId } = await findNewestCheck(world, user);
  expect(await ask({ 'accept-language': 'hi' })).toMatchObject({
    httpStatus: 409,
    message: 'आपकी पहचान की जाँच हो रही है',
    is_kyc_updated: 3,
    reference_id: referenceId,
  });
  await decideAtVendor(user, 'VALID');
  world.clock.advance(11_000);
  expect(await user.post('verify_aadhar_status', { reference_id: referenceId })).toMatchObject({
    httpStatus: 200,
    status: 200,
    is_kyc_updated: 1,
  });
});

test('decides a pending check by the task, without a status request', async () => {
  const user = await world.user();
  await submitPan(user, 'ABCPE1111F');
  await decideAtVendor(user, 'INVALID');
  await Promise.all([runCheck(user), runCheck(user)]);
  await waitFor('the decision', async () => (await findNewestCheck(world, user)).state === 'refused');
  await waitFor('the notice', async () => (await listNotificationTypes(user)).length > 0);
  await world.drain();
  expect(await listNotificationTypes(user)).toEqual(['identity_refused']);
});

test('compares a pending GSTIN with the name when it is decided', async () => {
  const user = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  await submit(user, 'gstin', '27AAPFU1111F1ZD');
  await decideAtVendor(user, 'VALID');
  await runCheck(user);
  await waitFor('the decision', async () => (await findNewestCheck(world, user)).state !== 'pending');
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'verified', name: 'ASHA KALE' });
});

test('refuses a check that is pending for more than three days', async () => {
  const user = await world.user();
  await submitPan(user, 'ABCPE1111F');
  await world.db
    .updateTable('identity_check')
    .set({ created_at: new Date(world.clock.now().getTime() - 73 * 3600_000) })
    .where('user_id', '=', user.id)
    .execute();
  await runCheck(user);
  await waitFor('the decision', async () => (await findNewestCheck(world, user)).state !== 'pending');
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'refused' } });
});

test('keeps an unknown outcome pending until the task finds nothing to poll', async () => {
  const user = await world.user();
  await control('faults', { failNext: { path: '/verification/pan', status: 503 } });
  expect(await submitPan(user, 'ABCPE1234F')).toMatchObject({ httpStatus: 200, data: { state: 'pending' } });
  await runCheck(user);
  await waitFor('the decision', async () => (await findNewestCheck(world, user)).state === 'refused');
  expect(await submitPan(user, 'ABCPE1234F')).toMatchObject({ httpStatus: 200, data: { state: 'verified' } });
});

test('returns 503 when the vendor is over its limit, and accepts another try', async () => {
  const user = await world.user();
  await control('faults', { failNext: { path: '/verification/pan', status: 429 } });
  expect(await submitPan(user, 'ABCPE1234F')).toMatchObject({
    httpStatus: 503,
    message: 'The identity check does not answer right now. Please try again in a minute',
  });
  expect(await submitPan(user, 'ABCPE1234F')).toMatchObject({ httpStatus: 200, data: { state: 'verified' } });
});

test('sends one of several parallel submissions to the vendor', async () => {
  const user = await world.user();
  const code = await requestCode(user);
  const file = createVideo();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => submit(user, 'pan', 'ABCPE1111F', { code, file })),
  );
  expect(answers.map((answer) => answer.httpStatus).toSorted((a, b) => a - b)).toEqual([
    200, 409, 409, 409, 409, 409,
  ]);
});

test('returns 429 after ten tries a day', async () => {
  world.clock.advanceToNextHour();
  const user = await world.user();
  const code = await requestCode(user);
  const file = createVideo();
  const submitNumber = (number: string) => submit(user, 'pan', number, { code, file });
  for (let tries = 0; tries < 10; tries++) expect((await submitNumber('ABCPE0000F')).httpStatus).toBe(422);
  expect((await submitNumber('ABCPE1234F')).httpStatus).toBe(429);
});

const aadhaar = { id_proof_type: '3', captcha: 'X7R4K', session_id: crypto.randomUUID() };
test.each([
  ['no kind', { id_proof_number: 'ABCPE1234F' }, 'id_proof_type'],
  ['another kind', { id_proof_type: '9', id_proof_number: 'ABCPE1234F' }, 'id_proof_type'],
  ['no number', { id_proof_type: '1' }, 'id_proof_number'],
  ['no PAN', { id_proof_type: '1', id_proof_number: '<script>x</script>' }, 'id_proof_number'],
  ['a wrong check character', { id_proof_type: '2', id_proof_number: '27AAPFU0939F1ZX' }, 'id_proof_number'],
  ['no Aadhaar number', { ...aadhaar, id_proof_number: '234123412345' }, 'id_proof_number'],
  [
    'an Aadhaar number that reads the same backwards',
    { ...aadhaar, uid_no: '222222222222' },
    'id_proof_number',
  ],
  ['no captcha', { ...aadhaar, uid_no: '2341 2341 2346', captcha: ' ' }, 'captcha'],
  ['no session', { ...aadhaar, uid_no: '२३४१ २३४१ २३४६', session_id: '' }, 'session_id'],
  [
    'no code',
    { id_proof_type: '1', id_proof_number: 'ABCPE1234F', kyc_captcha_code: '' },
    'kyc_captcha_code',
  ],
  [
    'a code of ours?',
    { id_proof_type: '1', id_proof_number: 'ABCPE1234F', kyc_captcha_code: '<b>0O1I' },
    'kyc_captcha_code',
  ],
  ['too long', { id_proof_type: '1', id_proof_number: 'A'.repeat(5000) }, 'id_proof_number'],
])('returns 422 for an invalid form: %s', async (_, fields: Record<string, string>, field) => {
  const user = await world.user();
  const code = { kyc_captcha_code: await requestCode(user), file: createVideo() };
  const answer = await user.post('upload_id_proof', { ...code, ...fields });
  expect(answer.httpStatus).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
});

test('hides a reference from other users and refuses guests', async () => {
  const [owner, stranger] = [await world.user(), await world.user()];
  const answer = await submitPan(owner, 'ABCPE1234F');
  expect((await fetchStatus(stranger, (answer.data as IdentityStatus).referenceId)).httpStatus).toBe(404);
  expect((await submitPanAgain(world.guest)).httpStatus).toBe(401);
  expect(await fetchStatus(stranger)).toMatchObject({ data: { state: 'none', referenceId: '' } });
});

test('keeps the number out of tables, queued tasks and logs', async () => {
  for (const number of ['QWEPR9876Z', 'QWEPR1111Z']) await submitPan(await world.user(), number);
  const other = await world.user();
  await control('faults', { failNext: { path: '/verification/pan', status: 503 } });
  await submitPan(other, 'QWEPR4321Z');
  const everything = [await dump(world.ownerUrl), ...logged].join('\n');
  expect(everything).toContain('check_identity');
  expect(everything).toContain('321Z');
  expect(everything).not.toMatch(/QWEPR/i);
});
