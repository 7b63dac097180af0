import { addBankAccount } from '@fws/contract/payouts/calls';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useUser } from '../../../platform/session/index.ts';
import { saveBankAccount, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { BankFields } from '../components/BankFields.tsx';

const resolver = contractResolver(addBankAccount);

export default function AddBank() {
  const { firstName, lastName } = useUser();
  const form = useCheckedForm({
    defaultValues: {
      holderName: `${firstName} ${lastName}`.trim(),
      accountNumber: '',
      confirmAccountNumber: '',
      ifsc: '',
      bankName: '',
      address: '',
    },
    resolver,
    shouldFocusError: false,
  });
  return (
    <AccountFormScreen kind="bank" form={form} save={saveBankAccount} savedMessage="payouts.bank_added">
      <BankFields form={form} />
    </AccountFormScreen>
  );
}

AddBank.firstQueries = () => [walletBalanceQuery()];
