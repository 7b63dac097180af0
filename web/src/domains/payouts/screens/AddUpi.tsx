import { useForm } from 'react-hook-form';
import { addUpiAccount } from '@fws/contract/payouts/calls';
import { paths } from '../../../app/paths.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput } from '../../../ui/index.ts';
import { saveUpi } from '../api.ts';
import { AddAccountScreen } from '../components/AddAccountScreen.tsx';
import { useAddAccount } from '../components/useAddAccount.ts';

const resolver = contractResolver(addUpiAccount);

export default function AddUpi() {
  const t = useT();
  const form = useForm({
    defaultValues: { upiId: '', address: '' },
    resolver,
    shouldFocusError: false,
    reValidateMode: 'onSubmit',
  });
  const { problem, backTo, submit } = useAddAccount(form, {
    save: saveUpi,
    saved: 'payouts.upi_added',
    listPath: paths.upiList(),
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <AddAccountScreen
      title={t('web.payouts.addUpi')}
      back={{ to: backTo, label: t('web.payouts.upiTitle') }}
      submitText={t('web.payouts.saveUpi')}
      errors={errors}
      problem={problem}
      saving={isSubmitting}
      onSubmit={submit}
    >
      <Field
        id="upiId"
        label={t('web.payouts.upi')}
        hint={t('web.payouts.upiHint')}
        error={errors.upiId?.message}
      >
        <TextInput
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...form.register('upiId')}
        />
      </Field>
      <Field id="address" label={t('web.payouts.address')} optional error={errors.address?.message}>
        <TextInput autoComplete="street-address" {...form.register('address')} />
      </Field>
    </AddAccountScreen>
  );
}
