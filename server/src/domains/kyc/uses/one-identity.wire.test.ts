import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminIdentity, adminIdentityReview } from '@fws/contract/admin/identity/calls';
import type { IdentityCase } from '@fws/contract/admin/identity/schemas';
import { identityStatus, startDigilocker } from '@fws/contract/kyc/calls';
import type { IdentityStatus } from '@fws/contract/kyc/schemas';
import { createAdmin } from '../../../../test/admin/admins.ts';
import { dump } from '../../../../test/dump.ts';
import { createAadhaarSteps } from '../../../../test/kyc/aadhaar.ts';
import {
  AADHAAR,
  createVideo,
  findNewestCheck,
  requestCode,
  submit,
} from '../../../../test/kyc/identity-checks.ts';
import { controlSandbox, createUpiAccount } from '../../../../test/payouts.ts';
import type { TestUser, WireAnswer } from '../../../../test/user.ts';
import { startWorld, type World } from '../../../../test/world.ts';
import { createKeyring } from '../../../platform/keys.ts';
import { areLinked } from '../../links/index.ts';
import { fingerprintNumber } from '../fingerprints/rules.ts';
import { getIdentity } from '../index.ts';

const IN_USE =
  'Another FWS account already uses this ID, so a person of FWS decides, usually within a day. You need not do anything. If you have another account, you can also use that one';

let world: World;
let support: TestUser;
beforeAll(async () => {
  world = await startWorld();
  ({ user: support } = await createAdmin(world, 'support'));
});
afterAll(() => world.close());

let serial = 0;
/** A number that no test has used; the digits say how the check goes. */
let pan = '';
beforeEach(() => {
  serial += 1;
  pan = `QZ${String.fromCharCode(65 + serial)}PK4321L`;
});
const { answerOtp, requestOtp } = createAadhaarSteps(() => world);
const createAsha = () => world.user({ firstName: 'Asha', lastName: 'Kale' });
const printed = (user: TestUser, kind: 'pan' | 'gstin', number: string) =>
  submit(user, kind, number, { asPrinted: true });
const readState = async (user: TestUser) => (await getIdentity(world.db, user.id)).state;
const readStatus = async (user: TestUser) =>
  (await user.call(identityStatus, { referenceId: '' })).data as IdentityStatus;

const findCheckId = async (user: TestUser): Promise<string> =>
  String((await findNewestCheck(world, user)).id);
const readCase = async (user: TestUser): Promise<IdentityCase> =>
  support.done(adminIdentity, { checkId: await findCheckId(user) });
const review = async (
  user: TestUser,
  decision: 'confirm' | 'refuse' | 'move' | 'share',
  reason = 'I have seen both',
): Promise<WireAnswer> =>
  support.call(adminIdentityReview, { checkId: await findCheckId(user), decision, reason });

const listNotifications = async (user: TestUser) => {
  await world.drain();
  return world.db
    .selectFrom('notification')
    .select(['type', 'values'])
    .where('user_id', '=', user.id)
    .orderBy('id')
    .execute();
};

test('a PAN that has verified one account goes to a person when another uses it', async () => {
  const [asha, second] = [await createAsha(), await createAsha()];
  expect(await printed(asha, 'pan', pan)).toMatchObject({ data: { state: 'verified' } });
  expect(await printed(second, 'pan', pan)).toMatchObject({
    httpStatus: 200,
    data: { state: 'pending', reason: IN_USE },
  });
  expect([await readState(asha), await readState(second)]).toEqual(['verified', 'pending']);
  await createUpiAccount(asha, `shared${serial}@okbank`);
  await createUpiAccount(second, `shared${serial}@okbank`);
  const { since } = await world.db
    .selectFrom('identity_use')
    .select('since')
    .where('user_id', '=', asha.id)
    .executeTakeFirstOrThrow();
  // Nothing says whose it is.
  expect(JSON.stringify(await readStatus(second))).not.toMatch(new RegExp(`\\b${asha.id}\\b`));
  expect(await readCase(second)).toMatchObject({
    providerName: 'ASHA KALE',
    usedBy: [
      {
        id: asha.id,
        name: 'Asha Kale',
        nameOnId: 'ASHA KALE',
        kind: 'pan',
        last4: '321L',
        since: since.toISOString(),
        state: 'verified',
        suspended: false,
        checkId: Number(await findCheckId(asha)),
        links: ['payout_account'],
      },
    ],
  });
  expect((await readCase(asha)).usedBy).toEqual([]);
  expect(await areLinked(world.db, asha.id, second.id, { kinds: ['identity'] })).toBe(true);
});

test('of eight accounts that send one PAN at one moment, one is verified and the others wait for a person', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, createAsha));
  const answers = await Promise.all(people.map((user) => printed(user, 'pan', pan)));
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(people.map(() => 200));
  const states = await Promise.all(people.map(readState));
  expect(states.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'pending'), 'verified']);
  const winner = people[states.indexOf('verified')];
  for (const user of people.filter((person) => person !== winner))
    expect((await readCase(user)).usedBy).toMatchObject([{ id: winner?.id, state: 'verified' }]);
});

test('a GSTIN counts as the PAN in it, and an admin may add members of the firm', async () => {
  const [asha, binod] = [await createAsha(), await createAsha()];
  const [maharashtra, karnataka] = ['27AAPFU0939F1ZV', '29AAPFU0939F1ZR'];
  expect(await printed(asha, 'gstin', maharashtra)).toMatchObject({ data: { state: 'verified' } });
  expect(await printed(binod, 'gstin', karnataka)).toMatchObject({
    data: { state: 'pending', reason: IN_USE },
  });
  expect(await review(binod, 'share', '')).toMatchObject({
    errors: { reason: expect.any(String) as string },
  });
  expect(await review(binod, 'share')).toMatchObject({ httpStatus: 200 });
  expect([await readState(asha), await readState(binod)]).toEqual(['verified', 'verified']);
  // A third one waits again, and the admin sees both.
  const carol = await createAsha();
  await printed(carol, 'gstin', maharashtra);
  expect((await readCase(carol)).usedBy.map(({ id }) => id)).toEqual([asha.id, binod.id]);
  const owner = await createAsha();
  expect(await printed(owner, 'pan', 'AAPFU0939F')).toMatchObject({ data: { state: 'pending' } });
  expect(await review(owner, 'share')).toMatchObject({
    httpStatus: 409,
    message: 'Only a GSTIN can verify several accounts',
  });
});

test('confirming does not verify a second account by mistake; refusing leaves the first as it is', async () => {
  const [asha, second] = [await createAsha(), await createAsha()];
  await printed(asha, 'pan', pan);
  await printed(second, 'pan', pan);
  expect(await review(second, 'confirm')).toMatchObject({
    httpStatus: 409,
    message: expect.stringContaining('Another account uses this identity') as string,
  });
  expect(await review(second, 'refuse', 'You have an account already')).toMatchObject({ httpStatus: 200 });
  expect([await readState(asha), await readState(second)]).toEqual(['verified', 'refused']);
  expect(await readStatus(second)).toMatchObject({ reason: 'You have an account already' });
  // Decided already.
  expect((await review(second, 'move')).httpStatus).toBe(409);
  // No other account uses the first one's.
  expect(await review(asha, 'move')).toMatchObject({ httpStatus: 409 });
});

test('an admin moves an identity to the account of its owner, and the other is told', async () => {
  const [thief, asha] = [await createAsha(), await createAsha()];
  await printed(thief, 'pan', pan);
  await printed(asha, 'pan', pan);
  expect(await review(asha, 'move', 'The video shows another person')).toMatchObject({ httpStatus: 200 });
  expect([await readState(thief), await readState(asha)]).toEqual(['refused', 'verified']);
  expect(await readStatus(thief)).toMatchObject({
    state: 'refused',
    reason:
      'A person of FWS has decided that your ID belongs to another account. If this is a mistake, write to support',
  });
  expect((await listNotifications(thief)).map(({ type }) => type)).toContain('identity_refused');
  expect((await listNotifications(asha)).map(({ type }) => type)).toContain('identity_verified');
  // The identity is the second one's now.
  expect(await printed(thief, 'pan', pan)).toMatchObject({ data: { state: 'pending', reason: IN_USE } });
  const acts = await world.db
    .selectFrom('audit_log')
    .select(['act', 'reason'])
    .where('act', '=', 'identity_moved')
    .execute();
  expect(acts).toEqual([{ act: 'identity_moved', reason: 'The video shows another person' }]);
});

test('a suspension or a revocation frees no identity', async () => {
  const asha = await createAsha();
  await printed(asha, 'pan', pan);
  await world.db
    .updateTable('user_account')
    .set({ suspended_at: world.clock.now() })
    .where('id', '=', asha.id)
    .execute();
  const second = await createAsha();
  expect(await printed(second, 'pan', pan)).toMatchObject({ data: { state: 'pending' } });
  expect((await readCase(second)).usedBy).toMatchObject([{ id: asha.id, suspended: true }]);
  expect(await review(asha, 'refuse', 'The code is not heard')).toMatchObject({ httpStatus: 200 });
  const third = await createAsha();
  expect(await printed(third, 'pan', pan)).toMatchObject({ data: { state: 'pending' } });
  expect((await readCase(third)).usedBy).toMatchObject([{ id: asha.id, state: 'refused' }]);
});

test('one verifies again with the same number after a revocation', async () => {
  const asha = await createAsha();
  await printed(asha, 'pan', pan);
  await review(asha, 'refuse', 'The code is not heard');
  expect(await printed(asha, 'pan', pan)).toMatchObject({ data: { state: 'verified' } });
});

test('a refused number and another name take no identity', async () => {
  const [asha, other] = [await createAsha(), await world.user({ firstName: 'Binod', lastName: 'Shah' })];
  const number = pan.replace('4321', '6611');
  await controlSandbox(world, 'names', { ending: '6611', name: 'ASHA KALE' });
  expect(await printed(other, 'pan', number)).toMatchObject({ httpStatus: 422 });
  expect(await printed(asha, 'pan', number)).toMatchObject({ data: { state: 'verified' } });
});

test('a pending check that the vendor decides later is compared too', async () => {
  const [first, second] = [await createAsha(), await createAsha()];
  const number = pan.replace('4321', '1111');
  await printed(first, 'pan', number);
  await printed(second, 'pan', number);
  for (const user of [first, second]) {
    const { provider_reference: reference } = await world.db
      .selectFrom('identity_check')
      .select('provider_reference')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    await controlSandbox(world, `checks/${reference?.split(':')[1]}`, { status: 'VALID' });
    world.clock.advance(11_000);
    await readStatus(user);
  }
  expect([await readState(first), await readState(second)]).toEqual(['verified', 'pending']);
  expect(await readStatus(second)).toMatchObject({ reason: IN_USE });
});

/** The same Aadhaar number by one-time password. */
async function verifyAadhaar(user: TestUser, number: string): Promise<WireAnswer> {
  const { sessionId, otp } = await requestOtp(user, number, '', { asPrinted: true });
  return answerOtp(user, sessionId, otp);
}

test('an Aadhaar number with the same end, birth date and a similar name goes to a person', async () => {
  const asha = await createAsha();
  expect(await verifyAadhaar(asha, AADHAAR.own)).toMatchObject({ data: { state: 'verified' } });
  const second = await world.user({ firstName: 'A', lastName: 'Kale' });
  expect(await verifyAadhaar(second, AADHAAR.own)).toMatchObject({
    data: { state: 'pending', reason: IN_USE },
  });
  expect((await readCase(second)).usedBy).toMatchObject([{ id: asha.id, kind: 'aadhaar', last4: '2346' }]);
  // Somebody else with the same end and birth date.
  const binod = await world.user({ firstName: 'Binod', lastName: 'Shah' });
  expect(await verifyAadhaar(binod, AADHAAR.own)).toMatchObject({ data: { state: 'verified' } });
  expect(await review(second, 'move')).toMatchObject({ httpStatus: 200 });
  expect([await readState(asha), await readState(second), await readState(binod)]).toEqual([
    'refused',
    'verified',
    'verified',
  ]);
});

test('stores no number, no hash without a key, and no birth date', async () => {
  const asha = await createAsha();
  await printed(asha, 'pan', pan);
  expect(await dump(world.ownerUrl)).not.toContain(pan);
  const [first, second] = [
    createKeyring(Buffer.from('one')),
    createKeyring(Buffer.from('two'), Buffer.from('one')),
  ];
  const [single] = fingerprintNumber(first, 'pan', pan);
  expect(single).toMatch(/^[0-9a-f]{8}:[0-9a-f]{64}$/);
  // After a rotation the number is compared under both keys.
  expect(fingerprintNumber(second, 'pan', pan)).toEqual([expect.not.stringContaining(single ?? ''), single]);
});

test('DigiLocker’s Aadhaar is compared with one that was typed here', async () => {
  const other = await startWorld({ env: { AADHAAR_MODE: 'digilocker' } });
  try {
    const [asha, second] = [
      await other.user({ firstName: 'Asha', lastName: 'Kale' }),
      await other.user({ firstName: 'Asha', lastName: 'Kale' }),
    ];
    for (const user of [asha, second]) {
      const { url, referenceId } = await user.done(
        startDigilocker,
        { code: await requestCode(user), nameOnId: '' },
        { files: { video: createVideo() } },
      );
      await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ answer: 'allow', number: AADHAAR.own }),
      });
      await user.call(identityStatus, { referenceId });
    }
    expect(await getIdentity(other.db, asha.id)).toMatchObject({ state: 'verified' });
    expect(await getIdentity(other.db, second.id)).toMatchObject({ state: 'pending' });
  } finally {
    await other.close();
  }
});
