import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminNameChange, adminNameChangeReview } from '@fws/contract/admin/names/calls';
import { adminQueue } from '@fws/contract/admin/queue/calls';
import { currentUser } from '@fws/contract/identity/session/calls';
import { identityStatus, nameStatus, requestNameChange } from '@fws/contract/kyc/calls';
import { createAdmin, type TestAdmin } from '../../../test/admin/admins.ts';
import { submit } from '../../../test/kyc/identity-checks.ts';
import type { TestUser } from '../../../test/user.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld, type World } from '../../../test/world.ts';

// A corrected name is asked for, and a person decides.
let world: World;
let support: TestAdmin;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
  support = await createAdmin(world, 'support');
});
afterAll(() => world.close());

const createUser = () => world.user({ firstName: 'Asha', lastName: 'Kale' });
const request = (user: TestUser, firstName: string, lastName: string, otp = '') =>
  user.call(requestNameChange, { firstName, lastName, explanation: 'A spelling mistake', otp });

async function findChangeId(user: TestUser): Promise<string> {
  const { id } = await world.db
    .selectFrom('name_change')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return String(id);
}

const decide = async (user: TestUser, decision: 'approve' | 'refuse', reason = 'Seen on a certificate') =>
  support.user.call(adminNameChangeReview, { changeId: await findChangeId(user), decision, reason });

const listNoticeTypes = async (user: TestUser) =>
  (await world.db.selectFrom('notification').select('type').where('user_id', '=', user.id).execute()).map(
    ({ type }) => type,
  );
const listSecurityEvents = async (user: TestUser) =>
  (
    await world.db
      .selectFrom('security_event')
      .select(['kind', 'actor_id'])
      .where('user_id', '=', user.id)
      .execute()
  ).map(({ kind, actor_id }) => [kind, actor_id]);

async function verify(user: TestUser, number = 'ABCPE1234F'): Promise<void> {
  expect(await submit(user, 'pan', number)).toMatchObject({ data: { state: 'verified' } });
}

test('waits for a person, changes nothing meanwhile, and keeps who asked for what', async () => {
  const asha = await createUser();
  expect(await request(asha, 'Aasha', 'Kale')).toMatchObject({
    httpStatus: 200,
    message: 'Your request is with FWS. Your name stays as it is until then',
  });
  expect(await asha.done(nameStatus, {})).toMatchObject({
    firstName: 'Asha',
    lastName: 'Kale',
    verifiedName: '',
    changes: [
      {
        firstName: 'Aasha',
        lastName: 'Kale',
        explanation: 'A spelling mistake',
        state: 'waiting',
        requestedAt: world.clock.format(),
        decidedAt: null,
        reason: null,
      },
    ],
  });
  expect(await request(asha, 'Aashaa', 'Kale')).toMatchObject({
    httpStatus: 409,
    message: 'You have asked for another name already. Please wait for the answer',
  });
  await waitFor('the notice', async () => (await listNoticeTypes(asha)).includes('name_change_requested'));
  const id = Number(await findChangeId(asha));
  const { items } = await support.user.done(adminQueue, { kind: 'name', limit: '50' });
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'name', id, title: 'Asha Kale', reference: 'Aasha Kale' }),
  );
});

test('changes an approved name, tells the user, and keeps a verified identity of the same name', async () => {
  const asha = await createUser();
  await verify(asha);
  await request(asha, 'Aasha', 'Kale');
  const changeId = await findChangeId(asha);
  expect(await support.user.done(adminNameChange, { changeId })).toMatchObject({
    id: Number(changeId),
    state: 'waiting',
    person: { id: asha.id, name: 'Asha Kale', location: 'Kothrud, Pune' },
    formerName: 'Asha Kale',
    newName: 'Aasha Kale',
    explanation: 'A spelling mistake',
    requestedAt: world.clock.format(),
    identity: 'verified',
    verifiedName: 'ASHA KALE',
    withFormer: { match: 'same', differences: [{ kind: 'spelling', left: 'Aasha', right: 'Asha' }] },
    withVerified: { match: 'same', differences: [{ kind: 'spelling', left: 'Aasha', right: 'ASHA' }] },
    endsVerification: false,
    earlier: [],
    decided: null,
  });
  expect(await decide(asha, 'approve', '')).toMatchObject({
    httpStatus: 422,
    errors: { reason: 'Please write the reason' },
  });
  expect(await decide(asha, 'approve')).toMatchObject({
    httpStatus: 200,
    message: 'Your decision about the name counts',
  });
  expect(await asha.done(currentUser, {})).toMatchObject({ firstName: 'Aasha', lastName: 'Kale' });
  expect(await asha.done(nameStatus, {})).toMatchObject({
    firstName: 'Aasha',
    verifiedName: 'ASHA KALE',
    changes: [{ state: 'approved', decidedAt: world.clock.format(), reason: 'Seen on a certificate' }],
  });
  expect(await asha.done(identityStatus, { referenceId: '' })).toMatchObject({ state: 'verified' });
  await waitFor('the notice', async () => (await listNoticeTypes(asha)).includes('name_changed'));
  expect(await listSecurityEvents(asha)).toEqual(
    expect.arrayContaining([
      ['name_change_requested', null],
      ['name_changed', support.user.id],
    ]),
  );
  expect(await decide(asha, 'approve')).toMatchObject({
    httpStatus: 409,
    message: 'This request is already decided, or the name has changed since',
  });
  expect((await support.user.done(adminNameChange, { changeId })).decided).toEqual({
    by: `${support.user.firstName} Kumar`,
    at: world.clock.format(),
    reason: 'Seen on a certificate',
  });
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['act', 'reason', 'details'])
    .where('subject', '=', 'name_change')
    .where('subject_id', '=', changeId)
    .orderBy('id')
    .execute();
  expect(audit).toEqual([
    { act: 'viewed', reason: '', details: {} },
    {
      act: 'name_approved',
      reason: 'Seen on a certificate',
      details: { former: 'Asha Kale', name: 'Aasha Kale', endedVerification: false },
    },
    { act: 'viewed', reason: '', details: {} },
  ]);
});

test('ends the verification when the approved name is not the one on the ID', async () => {
  // Otherwise somebody verified as one person could go on as another with the mark beside the new name.
  const asha = await createUser();
  await verify(asha);
  await request(asha, 'Lakshmi', 'Pillai');
  const changeId = await findChangeId(asha);
  expect(await support.user.done(adminNameChange, { changeId })).toMatchObject({
    withVerified: { match: 'other' },
    endsVerification: true,
  });
  expect((await decide(asha, 'approve')).httpStatus).toBe(200);
  expect(await asha.done(identityStatus, { referenceId: '' })).toMatchObject({
    state: 'refused',
    reason: 'Your name was changed, and your ID has another one. Please verify your identity again',
  });
  expect(await asha.done(nameStatus, {})).toMatchObject({ firstName: 'Lakshmi', verifiedName: '' });
  // The former ID does not verify the new name.
  expect((await submit(asha, 'pan', 'ABCPE2222F')).httpStatus).toBe(422);
  await verify(asha);
});

test('keeps the name when a person refuses, with the reason, and accepts another request', async () => {
  const asha = await createUser();
  await request(asha, 'Ravi', 'Rao');
  const firstId = Number(await findChangeId(asha));
  const requestedAt = world.clock.format();
  expect((await decide(asha, 'refuse', 'Please send your marriage certificate')).httpStatus).toBe(200);
  expect(await asha.done(nameStatus, {})).toMatchObject({
    firstName: 'Asha',
    changes: [{ state: 'refused', reason: 'Please send your marriage certificate' }],
  });
  await waitFor('the notice', async () => (await listNoticeTypes(asha)).includes('name_change_refused'));
  expect((await request(asha, 'Asha', 'Rane')).httpStatus).toBe(200);
  const changeId = await findChangeId(asha);
  expect((await support.user.done(adminNameChange, { changeId })).earlier).toEqual([
    {
      id: firstId,
      requestedAt,
      formerName: 'Asha Kale',
      newName: 'Ravi Rao',
      state: 'refused',
      reason: 'Please send your marriage certificate',
    },
  ]);
});

test('requires a one-time code, so that a stolen session cannot ask', async () => {
  const asha = await createUser();
  world.clock.advance(11 * 60_000);
  expect(await request(asha, 'Asha', 'Kale')).toMatchObject({
    httpStatus: 422,
    errors: { firstName: 'This is your name already' },
  });
  expect(await request(asha, 'Ravi', 'Rao')).toMatchObject({ httpStatus: 403, step_up: 'otp' });
  expect((await request(asha, 'Ravi', 'Rao', '000000')).httpStatus).toBe(422);
  expect(await asha.done(nameStatus, {})).toMatchObject({ changes: [] });
});

test('returns 429 for the sixth request in thirty days', async () => {
  const asha = await createUser();
  for (const lastName of ['Rane', 'Rao', 'Pillai', 'Nair', 'Menon']) {
    expect((await request(asha, 'Asha', lastName)).httpStatus).toBe(200);
    await decide(asha, 'refuse');
  }
  expect((await request(asha, 'Asha', 'Iyer')).httpStatus).toBe(429);
});

test('refuses a name that looks like FWS or holds contact data, unless an ID has shown it', async () => {
  const asha = await createUser();
  expect(await request(asha, 'FWS', 'Support')).toMatchObject({
    httpStatus: 422,
    errors: { firstName: expect.stringContaining('looks like a name or a badge of FWS') },
  });
  expect(await request(asha, 'Asha', '98765 43210')).toMatchObject({
    httpStatus: 422,
    errors: { lastName: expect.stringContaining('cannot hold a phone number') },
  });
  const admin = await world.user({ firstName: 'Admin', lastName: 'Khan' });
  expect(await request(admin, 'Khan', 'Admin')).toMatchObject({ httpStatus: 422 });
  await verify(admin, 'ABCPE5678F');
  expect(await request(admin, 'Khan', 'Admin')).toMatchObject({ httpStatus: 200 });
});

test('stores one of several parallel requests', async () => {
  const asha = await createUser();
  const answers = await Promise.all(
    ['Rane', 'Rao', 'Nair'].map((lastName) => request(asha, 'Asha', lastName)),
  );
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
});
