import { expect, test } from 'vitest';
import { findPasswordFault } from './rules.ts';

const imran = {
  firstName: 'Imran',
  lastName: 'Shaikh',
  email: 'imran.paints@mail.example',
  mobile: '+919876543210',
  companyName: 'Suryoday Interiors',
};

test.each(['password1', 'PassWord1', 'qwerty123', 'Welcome@2026', 'iloveyou1', 'abc12345', '1q2w3e4r'])(
  'refuses %s, which many people use',
  (password) => {
    expect(findPasswordFault(password, imran)).toBe('identity.password_common');
  },
);

test.each([
  'Imran@123',
  'shaikh1990',
  'ShaikhImran7',
  'paints@123',
  'a9876543210',
  '98765imran',
  'suryoday@12',
  'fws@imran1',
])('refuses %s, which is made of what is known about its owner', (password) => {
  expect(findPasswordFault(password, imran)).toBe('identity.password_personal');
});

test.each(['monsoon2026', 'Paint@1234', 'टिकाऊ रंग 42', 'three blue kites 9', 'imran likes 4 mangoes'])(
  'accepts %s',
  (password) => {
    expect(findPasswordFault(password, imran)).toBeNull();
  },
);

test('accepts what would be personal for somebody else', () => {
  expect(findPasswordFault('shaikh1990', { ...imran, lastName: 'Kumar' })).toBeNull();
});
