import { updateUpiAccount } from '@fws/contract/payouts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { changeUpi, savedAccountsQuery, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { ChosenAccount } from '../components/ChosenAccount.tsx';
import { describeUpi, UpiFields } from '../components/UpiFields.tsx';

const resolver = contractResolver(updateUpiAccount);

export default function UpdateUpi() {
  return (
    <ChosenAccount kind="upi">{(account) => <UpiChange key={account.id} account={account} />}</ChosenAccount>
  );
}

UpdateUpi.firstQueries = () => [savedAccountsQuery('upi'), walletBalanceQuery()];

function UpiChange({ account }: { account: PayoutAccount }) {
  const form = useCheckedForm({
    defaultValues: { accountId: String(account.id), upiId: account.upiId, address: account.address },
    resolver,
    shouldFocusError: false,
  });
  return (
    <AccountFormScreen
      kind="upi"
      form={form}
      existing={account}
      save={changeUpi}
      savedMessage="payouts.upi_updated"
      describe={describeUpi}
    >
      <UpiFields form={form} />
    </AccountFormScreen>
  );
}
