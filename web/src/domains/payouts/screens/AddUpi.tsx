import { addUpiAccount } from '@fws/contract/payouts/calls';
import { useCheckedForm } from '../../../platform/client/useCheckedForm.ts';
import { paths } from '../../../platform/router/paths.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { saveUpi, walletBalanceQuery } from '../api.ts';
import { AccountFormScreen } from '../components/AccountFormScreen.tsx';
import { UpiFields } from '../components/UpiFields.tsx';
import { useSaveAccount } from '../components/useSaveAccount.ts';

const resolver = contractResolver(addUpiAccount);

export default function AddUpi() {
  const t = useT();
  const form = useCheckedForm({
    defaultValues: { upiId: '', address: '' },
    resolver,
    shouldFocusError: false,
  });
  const { problem, back, dialog, submit } = useSaveAccount(form, {
    save: saveUpi,
    savedMessage: 'payouts.upi_added',
    listPath: paths.upiList(),
    listTitle: 'web.payouts.upiTitle',
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <AccountFormScreen
      title={t('web.payouts.addUpi')}
      back={back}
      submitText={t('web.payouts.saveUpi')}
      errors={errors}
      submitCount={submitCount}
      problem={problem}
      saving={isSubmitting}
      onSubmit={submit}
      dialog={dialog}
    >
      <UpiFields form={form} />
    </AccountFormScreen>
  );
}

AddUpi.firstQueries = () => [walletBalanceQuery()];
