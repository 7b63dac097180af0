import { addUpiAccount } from '@fws/contract/payouts/calls';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { saveUpi, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { describeUpi, UpiFields } from '../components/UpiFields.tsx';

const resolver = contractResolver(addUpiAccount);

export default function AddUpi() {
  const form = useCheckedForm({
    defaultValues: { upiId: '', address: '' },
    resolver,
    shouldFocusError: false,
  });
  return (
    <AccountFormScreen
      kind="upi"
      form={form}
      save={saveUpi}
      savedMessage="payouts.upi_added"
      describe={describeUpi}
    >
      <UpiFields form={form} />
    </AccountFormScreen>
  );
}

AddUpi.firstQueries = () => [walletBalanceQuery()];
