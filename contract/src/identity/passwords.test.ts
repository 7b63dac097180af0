import { expect, test } from 'vitest';
import { checkForm } from '../platform/check.ts';
import { changePassword, registration, resetPassword } from './schemas.ts';

const person = {
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'asha@mail.example',
  mobile: '9822012345',
  registerFor: 'company' as const,
  lookingFor: ['projects' as const],
  location: 'Pune',
  companyName: 'Asha Interiors',
  aadhaarNumber: '',
  termsAccepted: '1',
  isAdult: '1',
};

/** The fields with errors in each form that takes a new password. */
const listErrorFields = (password: string) =>
  [
    checkForm(registration, { ...person, password, confirmPassword: password }),
    checkForm(changePassword, { oldPassword: 'x', password, confirmPassword: password }),
    checkForm(resetPassword, { identifier: 'x', otp: '123456', password, confirmPassword: password }),
  ].map((checked) => (checked.ok ? [] : Object.keys(checked.errors)));

test.each([
  ['64 characters', 'a1'.repeat(32)],
  ['200 characters', 'a1'.repeat(100)],
  ['leading, inner and trailing spaces', '  river 9 banyan  '],
  ['any script and any punctuation', 'गंगा नदी 9 <é> "\' \\ %00 €'],
])('accepts a password with %s unchanged', async (_, password) => {
  expect(listErrorFields(password)).toEqual([[], [], []]);
  const checked = checkForm(registration, { ...person, password, confirmPassword: password });
  expect(checked).toMatchObject({ ok: true, value: { password } });
});

test('rejects passwords shorter than 8 or longer than 200 characters', () => {
  for (const password of ['rivr99!', `a1${'x'.repeat(199)}`])
    for (const errors of listErrorFields(password)) expect(errors, password).toContain('password');
});
