import { afterAll, beforeAll, expect, test } from 'vitest';
import { aadhaarCaptcha, identityStatus, startDigilocker } from '@fws/contract/kyc/calls';
import { controlSandbox } from '../../../../test/payouts.ts';
import type { TestUser } from '../../../../test/user.ts';
import { waitFor } from '../../../../test/wait.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { inTx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { getIdentity } from '../index.ts';
import { AADHAAR, requestCode, submit, createVideo } from '../../../../test/kyc/identity-checks.ts';

const REFUSED_NAME =
  'The name on this ID is not the name on your account. Send it again with your name as on the ID, or use an ID of yours';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { AADHAAR_MODE: 'digilocker' } });
});
afterAll(() => world.close());

const start = async (user: TestUser, code?: string) =>
  user.done(
    startDigilocker,
    { code: code ?? (await requestCode(user)) },
    { files: { video: createVideo() } },
  );
const fetchStatus = (user: TestUser, referenceId = '') => user.call(identityStatus, { referenceId });

/** Answers at DigiLocker as the user. Returns the address that they are sent back to. */
async function answerAtDigilocker(
  url: string,
  answer: 'allow' | 'deny',
  number: string = AADHAAR.own,
): Promise<string> {
  const body = new URLSearchParams({ answer, number });
  const response = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

test('verifies a user by DigiLocker', async () => {
  const asha = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const { url, referenceId } = await start(asha);
  const { id } = await world.db
    .selectFrom('identity_session')
    .select('id')
    .where('user_id', '=', asha.id)
    .executeTakeFirstOrThrow();
  expect(referenceId).toBe(id);
  expect(url).toMatch(new RegExp(`^${world.sandboxUrl}/digilocker/[\\da-f-]{36}$`));
  expect(await (await fetch(url)).text()).toContain('Allow');
  expect(await fetchStatus(asha, referenceId)).toMatchObject({
    data: { state: 'none', aadhaarWay: 'digilocker' },
  });
  const back = await answerAtDigilocker(url, 'allow');
  expect(back).toBe(`${world.url}/ekycEdit?digilocker=${referenceId}`);
  world.clock.advance(11_000);
  expect(await fetchStatus(asha, referenceId)).toMatchObject({ data: { state: 'verified' } });
  expect(await getIdentity(world.db, asha.id)).toEqual({ state: 'verified', name: 'ASHA KALE' });
  const check = await world.db
    .selectFrom('identity_check')
    .selectAll()
    .where('user_id', '=', asha.id)
    .executeTakeFirstOrThrow();
  expect(check).toMatchObject({ kind: 'aadhaar', number_last4: '2346' });
});

test('polls the vendor on the first status request after the return', async () => {
  const user = await world.user();
  const { url, referenceId } = await start(user);
  await answerAtDigilocker(url, 'allow');
  expect(await fetchStatus(user, referenceId)).toMatchObject({ data: { state: 'verified' } });
});

test('refuses a denial, an unknown number and another name', async () => {
  const user = await world.user();
  const code = await requestCode(user);
  const first = await start(user, code);
  await answerAtDigilocker(first.url, 'deny');
  expect(await fetchStatus(user, first.referenceId)).toMatchObject({
    data: { state: 'refused', reason: 'Your details were not shared from DigiLocker' },
  });
  const second = await start(user);
  await answerAtDigilocker(second.url, 'allow', AADHAAR.refused);
  expect(await fetchStatus(user, second.referenceId)).toMatchObject({
    data: { state: 'refused', reason: 'The authority does not know this number' },
  });
  const third = await start(user);
  await answerAtDigilocker(third.url, 'allow', AADHAAR.other);
  expect(await fetchStatus(user, third.referenceId)).toMatchObject({
    data: { state: 'refused', reason: REFUSED_NAME },
  });
});

test('stays pending until the authority has decided', async () => {
  const user = await world.user();
  const { url, referenceId } = await start(user);
  await answerAtDigilocker(url, 'allow', AADHAAR.pending);
  expect(await fetchStatus(user, referenceId)).toMatchObject({ data: { state: 'pending' } });
  const { provider_reference: reference } = await world.db
    .selectFrom('identity_session')
    .select('provider_reference')
    .where('id', '=', referenceId)
    .executeTakeFirstOrThrow();
  await controlSandbox(world, `digilocker/${reference.split(':')[1]}`, { status: 'VALID' });
  world.clock.advance(11_000);
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'verified' } });
});

test('verifies a user who agreed and never came back', async () => {
  const user = await world.user();
  const { url, referenceId } = await start(user);
  await answerAtDigilocker(url, 'allow');
  await inTx(world.db, (tx) => enqueue(tx, 'settle_identity', { sessionId: referenceId }));
  await waitFor('the decision', async () => (await getIdentity(world.db, user.id)).state === 'verified');
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'verified', reason: null } });
});

test('returns 503 when the vendor is down, and the video can be used with a PAN', async () => {
  const user = await world.user();
  const code = await requestCode(user);
  await controlSandbox(world, 'faults', { failNext: { path: '/verification/digilocker', status: 503 } });
  const answer = await user.call(startDigilocker, { code }, { files: { video: createVideo() } });
  expect(answer).toMatchObject({ httpStatus: 503, message: expect.stringContaining('does not answer') });
  expect(await fetchStatus(user)).toMatchObject({ data: { state: 'none', code } });
  expect(await submit(user, 'pan', 'ABCPE1234F', { code, file: null })).toMatchObject({
    data: { state: 'verified' },
  });
});

test('refuses Aadhaar numbers, other users, and requests without a code or a video', async () => {
  const [owner, stranger] = [await world.user(), await world.user()];
  expect((await owner.call(aadhaarCaptcha, {})).httpStatus).toBe(409);
  const typed = { captcha: 'XXXXX', sessionId: crypto.randomUUID() };
  expect((await submit(owner, 'aadhaar', AADHAAR.own, typed)).httpStatus).toBe(409);
  const { referenceId } = await start(owner);
  expect((await fetchStatus(stranger, referenceId)).httpStatus).toBe(404);
  expect((await world.guest.call(startDigilocker, { code: '7KQ42M' })).httpStatus).toBe(401);
  expect((await owner.call(startDigilocker, { code: '' })).errors).toHaveProperty('code');
  expect((await stranger.call(startDigilocker, { code: await requestCode(stranger) })).errors).toHaveProperty(
    'video',
  );
});
