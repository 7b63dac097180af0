import { updateUpiAccount } from '@fws/contract/payouts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { paths } from '../../../platform/router/paths.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { changeUpi, savedAccountsQuery, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { ChosenAccount } from '../components/ChosenAccount.tsx';
import { UpiFields } from '../components/UpiFields.tsx';
import { useSaveAccount } from '../components/useSaveAccount.ts';

const resolver = contractResolver(updateUpiAccount);

export default function UpdateUpi() {
  return (
    <ChosenAccount kind="upi">{(account) => <UpiChange key={account.id} account={account} />}</ChosenAccount>
  );
}

UpdateUpi.firstQueries = () => [savedAccountsQuery('upi'), walletBalanceQuery()];

function UpiChange({ account }: { account: PayoutAccount }) {
  const t = useT();
  const form = useCheckedForm({
    defaultValues: { accountId: String(account.id), upiId: account.upiId, address: account.address },
    resolver,
    shouldFocusError: false,
  });
  const { problem, back, dialog, submit } = useSaveAccount(form, {
    save: changeUpi,
    savedMessage: 'payouts.upi_updated',
    listPath: paths.upiList(),
    listTitle: 'web.payouts.upiTitle',
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <AccountFormScreen
      title={t('web.payouts.updateUpi')}
      back={back}
      submitText={t('web.payouts.saveUpi')}
      errors={errors}
      submitCount={submitCount}
      problem={problem}
      saving={isSubmitting}
      blocked={account.change.allowed ? undefined : t(account.change.reason)}
      onSubmit={submit}
      dialog={dialog}
    >
      <UpiFields form={form} />
    </AccountFormScreen>
  );
}
