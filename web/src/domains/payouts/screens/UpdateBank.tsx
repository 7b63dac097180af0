import { updateBankAccount } from '@fws/contract/payouts/calls';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { paths } from '../../../platform/router/paths.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { changeBankAccount, savedAccountsQuery, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { BankFields } from '../components/BankFields.tsx';
import { ChosenAccount } from '../components/ChosenAccount.tsx';
import { useSaveAccount } from '../components/useSaveAccount.ts';

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
  const t = useT();
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
  const { problem, back, dialog, submit } = useSaveAccount(form, {
    save: changeBankAccount,
    savedMessage: 'payouts.bank_updated',
    listPath: paths.bankList(),
    listTitle: 'web.payouts.bankTitle',
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <AccountFormScreen
      title={t('web.payouts.updateBank')}
      back={back}
      submitText={t('web.payouts.saveBank')}
      errors={errors}
      submitCount={submitCount}
      problem={problem}
      saving={isSubmitting}
      blocked={account.change.allowed ? undefined : t(account.change.reason)}
      onSubmit={submit}
      dialog={dialog}
    >
      <BankFields form={form} existing={account} />
    </AccountFormScreen>
  );
}
