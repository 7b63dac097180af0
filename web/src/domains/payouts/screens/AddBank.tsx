import { addBankAccount } from '@fws/contract/payouts/calls';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { paths } from '../../../platform/router/paths.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { saveBankAccount, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { BankFields } from '../components/BankFields.tsx';
import { useSaveAccount } from '../components/useSaveAccount.ts';

const resolver = contractResolver(addBankAccount);

export default function AddBank() {
  const t = useT();
  const { firstName, lastName } = useUser();
  const form = useCheckedForm({
    defaultValues: {
      holderName: `${firstName} ${lastName}`,
      accountNumber: '',
      confirmAccountNumber: '',
      ifsc: '',
      bankName: '',
      address: '',
    },
    resolver,
    shouldFocusError: false,
  });
  const { problem, back, dialog, submit } = useSaveAccount(form, {
    save: saveBankAccount,
    savedMessage: 'payouts.bank_added',
    listPath: paths.bankList(),
    listTitle: 'web.payouts.bankTitle',
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <AccountFormScreen
      title={t('web.payouts.addBank')}
      back={back}
      submitText={t('web.payouts.saveBank')}
      errors={errors}
      submitCount={submitCount}
      problem={problem}
      saving={isSubmitting}
      onSubmit={submit}
      dialog={dialog}
    >
      <BankFields form={form} />
    </AccountFormScreen>
  );
}

AddBank.firstQueries = () => [walletBalanceQuery()];
