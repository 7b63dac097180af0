import { expect, test } from 'vitest';
import { checkForm } from '../platform/check.ts';
import { bankAccount } from './schemas.ts';

const account = {
  accountNumber: '50100417704417',
  confirmAccountNumber: '50100417704417',
  bankName: '',
  holderName: 'Asha Rao',
  address: '',
};
const findIfscError = (ifsc: string) => {
  const checked = checkForm(bankAccount, { ...account, ifsc });
  return checked.ok ? null : checked.errors['ifsc'];
};

test('an IFSC with a letter for its zero is refused with the one that was meant', () => {
  expect(findIfscError('sbin o001234')).toEqual({
    code: 'payouts.ifsc_letter',
    values: { ifsc: 'SBIN0001234' },
  });
  expect(findIfscError('SBIN1001234')).toEqual({ code: 'payouts.ifsc_invalid' });
  expect(findIfscError('sbin 0001234')).toBeNull();
});
