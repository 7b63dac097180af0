import { updateBankAccount } from '@fws/contract/payouts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { changeBankAccount, savedAccountsQuery, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { BankFields } from '../components/BankFields.tsx';
import { ChosenAccount } from '../components/ChosenAccount.tsx';

const resolver = contractResolver(updateBankAccount);

export default function UpdateBank() {
  return (
    <ChosenAccount kind="bank">
      {(account) => <BankChange key={account.id} account={account} />}
    </ChosenAccount>
  );
}

UpdateBank.firstQueries = () => [savedAccountsQuery('bank'), walletBalanceQuery()];

function BankChange({ account }: { account: PayoutAccount }) {
  const form = useCheckedForm({
    defaultValues: {
      accountId: String(account.id),
      holderName: account.holderName,
      accountNumber: '',
      confirmAccountNumber: '',
      ifsc: account.ifsc,
      bankName: account.bankName,
      address: account.address,
    },
    resolver,
    shouldFocusError: false,
  });
  return (
    <AccountFormScreen
      kind="bank"
      form={form}
      existing={account}
      save={changeBankAccount}
      savedMessage="payouts.bank_updated"
    >
      <BankFields form={form} existing={account} />
    </AccountFormScreen>
  );
}
