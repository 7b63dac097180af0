import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildRegistrationForm } from '../../test/identity/registration.ts';
import { createIdentityToken } from '../../test/identity/identity-token.ts';
import { newUser, takeSession } from '../../test/whole-user.ts';
import { startWorld, type World } from '../../test/world.ts';

// Whole replies that begin a session of somebody of whom little is known, as a client of the specification gets them.

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

test('answers a registration with the whole user, who has the session', async () => {
  const form = buildRegistrationForm();
  const { data } = await world.guest.post('user_register', form);
  const [{ id } = { id: 0 }] = data as { id: number }[];
  const { email } = await world.db
    .selectFrom('user_account')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(email).toBe(form['email_id']);
  expect(await takeSession(world, data)).toEqual({
    ...newUser,
    id,
    first_name: 'Meera',
    last_name: 'Joshi',
    email_id: form['email_id'],
    mobile_number: `+91${form['mobile_number']}`,
    verify_mobile: 0,
    verify_email: 0,
    location: 'Kothrud, Pune, Maharashtra 411038',
    register_for: 'individual',
    looking_for: 'projects,services',
    login_type: 'normal',
  });
});

let socialCount = 0;

test('answers a first social login with what the issuer said, and its registration with the whole user', async () => {
  const email = `social${++socialCount}@mail.example`;
  const person = {
    sub: `s-${socialCount}`,
    email,
    email_verified: 'true',
    given_name: 'Meera',
    family_name: 'Joshi',
  };
  const idToken = await createIdentityToken(world, 'google', person);
  const login = () =>
    world.guest.post('social_login', { type: 'gmail_login', id_token: idToken, nonce: 'n-1' });
  const first = await login();
  const [{ auth_token: ticket, ...known } = { auth_token: '' }] = first.data as Record<string, unknown>[];
  expect([first['is_first_time'], known]).toEqual([
    'Yes',
    {
      ...newUser,
      id: null,
      first_name: 'Meera',
      last_name: 'Joshi',
      email_id: email,
      mobile_number: '',
      verify_mobile: 0,
      verify_email: 1,
      location: '',
      register_for: '',
      looking_for: '',
      login_type: '',
    },
  ]);
  const form = buildRegistrationForm({ email_id: email, password: '', confrm_password: '' });
  const registered = await world.guest.post('social_register', { ...form, auth_token: String(ticket) });
  const [{ id } = { id: 0 }] = registered.data as { id: number }[];
  expect(id).toBeGreaterThan(0);
  const user = {
    ...newUser,
    id,
    first_name: 'Meera',
    last_name: 'Joshi',
    email_id: email,
    mobile_number: `+91${form['mobile_number']}`,
    verify_mobile: 0,
    verify_email: 1,
    location: 'Kothrud, Pune, Maharashtra 411038',
    register_for: 'individual',
    looking_for: 'projects,services',
    login_type: 'gmail_login',
  };
  expect(await takeSession(world, registered.data)).toEqual(user);
  const again = await login();
  expect([again['is_first_time'], await takeSession(world, again.data)]).toEqual(['No', user]);
});
