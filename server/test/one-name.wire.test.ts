import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentUser } from '@fws/contract/identity/calls';
import { nameStatus, requestNameChange } from '@fws/contract/kyc/calls';
import { ownProfile } from '@fws/contract/profile/calls';
import { buildRegistrationForm } from './identity/registration.ts';
import { submit } from './kyc/identity-checks.ts';
import { award } from './story.ts';
import { startWorld, type World } from './world.ts';

// Somebody with one name, as many in the south and the north-east have.

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test('registers with a full stop as the last name, which clients get back, and stores one name', async () => {
  const { data, httpStatus } = await world.guest.post(
    'user_register',
    buildRegistrationForm({ first_name: 'Sridhar', last_name: ' . ' }),
  );
  expect(httpStatus).toBe(200);
  const [user] = data as { id: number; auth_token: string; last_name: string }[];
  expect(user?.last_name).toBe('.');
  const row = await world.db
    .selectFrom('user_account')
    .select(['first_name', 'last_name'])
    .where('id', '=', user?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ first_name: 'Sridhar', last_name: '' });
});

test.each(['', '-', '..'])('asks for a last name where %j is none', async (name) => {
  expect(await world.guest.post('user_register', buildRegistrationForm({ last_name: name }))).toMatchObject({
    httpStatus: 422,
    errors: { last_name: 'Please enter your last name' },
  });
});

test('is shown by the one name, to themselves and to others', async () => {
  const sridhar = await world.user({ firstName: 'Sridhar', lastName: '' });
  const reader = await world.user();
  expect(await sridhar.done(currentUser, {})).toMatchObject({ firstName: 'Sridhar', lastName: '' });
  expect((await sridhar.done(ownProfile, {})).lastName).toBe('');
  expect((await sridhar.post('current_user', {})).data).toMatchObject([{ last_name: '.' }]);
  const { data } = await reader.post('user_detailed_history', { user_id: String(sridhar.id) });
  expect(data).toMatchObject([{ first_name: 'Sridhar', last_name: '.' }]);
  const { jobId } = await award(world, { poster: sridhar, worker: reader });
  const { data: jobs } = await reader.post('job_detail', { job_id: String(jobId) });
  expect(jobs).toMatchObject([{ poster_name: 'Sridhar' }]);
});

test('is verified by an ID with the one name', async () => {
  const sridhar = await world.user({ firstName: 'Sridhar', lastName: '' });
  expect(await submit(sridhar, 'pan', 'ABCPK1234F')).toMatchObject({ httpStatus: 200 });
  await world.drain();
  expect(await sridhar.done(currentUser, {})).toMatchObject({ identity: 'verified' });
});

test('may correct a name to one name and back', async () => {
  const user = await world.user({ firstName: 'Sridhar', lastName: 'Nobody' });
  const ask = (lastName: string) =>
    user.call(requestNameChange, { firstName: 'Sridhar', lastName, explanation: 'I use one name', otp: '' });
  expect(await ask('.')).toMatchObject({ httpStatus: 200 });
  const { changes } = await user.done(nameStatus, {});
  expect(changes[0]).toMatchObject({ firstName: 'Sridhar', lastName: '' });
});
