import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminIdentity, adminIdentityReview } from '@fws/contract/admin/identity/calls';
import { identityStatus } from '@fws/contract/kyc/calls';
import { createAdmin, type TestAdmin } from '../../../../test/admin/admins.ts';
import { createAadhaarSteps } from '../../../../test/kyc/aadhaar.ts';
import { AADHAAR, findNewestCheck, submit } from '../../../../test/kyc/identity-checks.ts';
import { controlSandbox, createBankAccount } from '../../../../test/payouts.ts';
import type { TestUser } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { getIdentity } from '../index.ts';

// The name on an ID against the name of its user: same, other, or for a person to decide.
let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld();
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

let lastEnding = 5000;
/** Returns four digits under which the sandbox knows this name. */
async function registerName(name: string): Promise<string> {
  const ending = String((lastEnding += 1));
  await controlSandbox(world, 'names', { ending, name });
  return ending;
}

const submitPan = async (user: TestUser, registeredName: string, nameOnId = '') =>
  submit(user, 'pan', `ABCPE${await registerName(registeredName)}F`, { nameOnId });

const review = async (user: TestUser, decision: 'confirm' | 'refuse', reason = '') =>
  support.user.call(adminIdentityReview, {
    checkId: String((await findNewestCheck(world, user)).id),
    decision,
    reason,
  });

const REVIEW_TEXT =
  'The name on your ID is not written like the name on your account. A person of FWS compares both, usually within a day';

test.each([
  ['Kiran', 'Kumar', 'किरण कुमार'],
  ['किरण', 'कुमार', 'KIRAN KUMAR'],
  ['R', 'Kumaran', 'RAMASAMY KUMARAN'],
  ['Mohd', 'Imran', 'MOHAMMED IMRAN'],
  ['Ravikumar', '', 'RAVI KUMAR'],
  ['ஆர்.', 'குமரன்', 'RAMASAMY KUMARAN'],
])('verifies %s %s by the ID of %s', async (firstName, lastName, registeredName) => {
  const user = await world.user({ firstName, lastName });
  expect(await submitPan(user, registeredName)).toMatchObject({
    httpStatus: 200,
    data: { state: 'verified', reason: null },
  });
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'verified', name: registeredName });
});

test('refuses the ID of another person, says what to do, and names nobody', async () => {
  const user = await world.user({ firstName: 'Asha', lastName: 'Kale' });
  const answer = await submitPan(user, 'RAVI SHANKAR RAO');
  expect(answer).toMatchObject({
    httpStatus: 422,
    errors: {
      number:
        'The name on this ID is not the name on your account. Send it again with your name as on the ID, or use an ID of yours',
    },
  });
  const status = await user.call(identityStatus, { referenceId: '' });
  expect(JSON.stringify([answer, status])).not.toMatch(/shankar/i);
  // Nor is the name of somebody else kept.
  expect(await findNewestCheck(world, user)).toMatchObject({ state: 'refused', provider_name: null });
});

test('leaves an unclear name to a person, who sees both names and verifies', async () => {
  const user = await world.user({ firstName: 'Sunita', lastName: 'Sharma' });
  expect(await submitPan(user, 'SUNITA VERMA')).toMatchObject({
    httpStatus: 200,
    message: 'Your identity is being checked',
    data: { state: 'pending', reason: REVIEW_TEXT },
  });
  const { id, reference_id: referenceId } = await findNewestCheck(world, user);
  const status = await user.call(identityStatus, { referenceId });
  expect(status).toMatchObject({ data: { state: 'pending', reason: REVIEW_TEXT } });
  expect(JSON.stringify(status)).not.toMatch(/verma/i);
  const account = await createBankAccount(user, '50100417704417');
  expect(account.waitReason).toBe('unverified');

  expect(await support.user.done(adminIdentity, { checkId: String(id) })).toMatchObject({
    state: 'pending',
    person: { name: 'Sunita Sharma' },
    providerName: 'SUNITA VERMA',
    nameOnId: '',
    reason: REVIEW_TEXT,
    names: {
      account: { match: 'unclear', differences: [{ kind: 'other', left: 'Sharma', right: 'VERMA' }] },
      typed: null,
    },
  });
  expect((await review(user, 'confirm')).httpStatus).toBe(200);
  expect(await user.done(identityStatus, { referenceId })).toMatchObject({ state: 'verified', reason: null });
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'verified', name: 'SUNITA VERMA' });
});

test('tells the user why a person refused an unclear name, and accepts another try', async () => {
  const user = await world.user({ firstName: 'Sunita', lastName: 'Sharma' });
  await submitPan(user, 'SUNITA GUPTA');
  expect((await review(user, 'refuse')).httpStatus).toBe(422);
  expect((await review(user, 'refuse', 'The face is not hers')).httpStatus).toBe(200);
  expect(await user.done(identityStatus, { referenceId: '' })).toMatchObject({
    state: 'refused',
    reason: 'The face is not hers',
  });
  expect(await submitPan(user, 'SUNITA SHARMA')).toMatchObject({ data: { state: 'verified' } });
});

test('never verifies by a typed name that is not the account’s: a person sees all three', async () => {
  // Somebody with a stolen ID knows the name on it.
  const user = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  expect(await submitPan(user, 'LAKSHMI PILLAI', 'Lakshmi Pillai')).toMatchObject({
    httpStatus: 200,
    data: { state: 'pending', reason: REVIEW_TEXT },
  });
  expect(await getIdentity(world.db, user.id)).toEqual({ state: 'pending', name: '' });
  const { id } = await findNewestCheck(world, user);
  expect(await support.user.done(adminIdentity, { checkId: String(id) })).toMatchObject({
    person: { name: 'Ravi Rao' },
    nameOnId: 'Lakshmi Pillai',
    providerName: 'LAKSHMI PILLAI',
    names: { account: { match: 'other' }, typed: { match: 'same' } },
  });
});

test('keeps the typed name between an Aadhaar number and its one-time password', async () => {
  const { answerOtp, requestOtp } = createAadhaarSteps(() => world);
  await controlSandbox(world, 'names', { ending: AADHAAR.own.slice(-4), name: 'LAKSHMI PILLAI' });
  const typed = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  const session = await requestOtp(typed, AADHAAR.own, 'Laxmi Pillay');
  expect(await answerOtp(typed, session.sessionId, session.otp)).toMatchObject({
    httpStatus: 200,
    data: { state: 'pending', reason: REVIEW_TEXT },
  });
  expect(await findNewestCheck(world, typed)).toMatchObject({
    name_on_id: 'Laxmi Pillay',
    provider_name: 'LAKSHMI PILLAI',
  });
  const silent = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  const otherSession = await requestOtp(silent);
  expect((await answerOtp(silent, otherSession.sessionId, otherSession.otp)).httpStatus).toBe(422);
  await controlSandbox(world, 'names', { ending: AADHAAR.own.slice(-4), name: '' });
});

test('refuses a typed name that the ID does not have', async () => {
  const user = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  expect(await submitPan(user, 'LAKSHMI PILLAI', 'Ravindra Rao')).toMatchObject({
    httpStatus: 422,
    errors: {
      number:
        'The name on this ID is not the name you wrote. Write it exactly as it is printed, or use an ID of yours',
    },
  });
});

test('verifies by the account’s name when the typed one is spelt another way', async () => {
  const user = await world.user({ firstName: 'Ravi', lastName: 'Rao' });
  expect(await submitPan(user, 'RAVI RAO', 'R. Rao')).toMatchObject({ data: { state: 'verified' } });
});
