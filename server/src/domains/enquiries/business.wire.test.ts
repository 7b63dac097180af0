import { enquireForBusiness } from '@fws/contract/enquiries/calls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { LIMIT_ENQUIRY_ADDRESS: '10/1h' } });
});
afterAll(() => world.close());
/** All tests share one IP address, which is limited to ten enquiries an hour. */
beforeEach(() => world.clock.advance(3600_000));

const fields = {
  name: 'Meera Joshi',
  purpose: 'Repairs in twelve shops',
  fws_known: 'A friend',
  company: 'Joshi & Daughters',
  phone: '+91 98765 43210',
  email: 'Meera@Joshi.example',
  address1: '14, Sample Road',
  address2: '',
  address3: 'Pune',
  post_requirement: 'Plumbing & "wiring" <twice a year>',
};
const listEnquiries = () => world.db.selectFrom('business_enquiry').selectAll().orderBy('id').execute();

test('stores every field of an enquiry, from a guest and from a user, with the phone normalised', async () => {
  expect(await world.guest.post('fws_business', fields)).toMatchObject({
    status: 200,
    message: 'Thank you. We have your enquiry and will write to you',
    data: null,
  });
  const user = await world.user();
  await user.done(enquireForBusiness, {
    name: 'मीरा',
    purpose: 'x',
    heardFrom: 'x',
    company: 'x',
    phone: '09876543210',
    email: 'a@b.example',
    address1: 'x',
    address2: 'y',
    address3: '',
    requirement: 'x',
  });
  expect(await listEnquiries()).toMatchObject([
    {
      name: 'Meera Joshi',
      heard_from: 'A friend',
      phone: '919876543210',
      email: 'meera@joshi.example',
      requirement: 'Plumbing & "wiring" <twice a year>',
      user_id: null,
    },
    { name: 'मीरा', address2: 'y', user_id: user.id },
  ]);
});

test('returns an error for each missing field, in the order of the form', async () => {
  const { status, errors } = await world.guest.post('fws_business', {});
  expect(status).toBe(422);
  expect(Object.entries(errors ?? {})).toEqual([
    ['name', 'Enter valid name'],
    ['purpose', 'Enter valid purpose'],
    ['fws_known', 'Enter valid details'],
    ['company', 'Enter valid company'],
    ['phone', 'Enter valid mobilenumber'],
    ['email', 'Enter valid email'],
    ['address1', 'Enter valid address'],
    ['post_requirement', 'Enter valid details'],
  ]);
});

test.each([
  ['phone', '12345'],
  ['phone', '1234567890123'],
  ['phone', 'meera@joshi.example'],
  ['email', 'meera'],
  ['email', 'meera@joshi'],
  ['email', `${'x'.repeat(250)}@joshi.example`],
  ['name', '   '],
  ['post_requirement', 'x'.repeat(5001)],
])('returns 422 for %s %s and stores nothing', async (field, value) => {
  const before = await listEnquiries();
  const answer = await world.guest.post('fws_business', { ...fields, [field]: value });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
  expect(await listEnquiries()).toEqual(before);
});

test('returns 429 after ten enquiries an hour from one IP address', async () => {
  world.clock.advanceToNextHour();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => world.guest.post('fws_business', fields)),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(2);
});
