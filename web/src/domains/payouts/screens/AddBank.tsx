import { useForm } from 'react-hook-form';
import { addBankAccount } from '@fws/contract/payouts/calls';
import { paths } from '../../../app/paths.ts';
import { contractResolver } from '../../../platform/client/form.ts';
import { useT } from '../../../platform/i18n/index.ts';
import { useUser } from '../../../platform/session/index.ts';
import { CodeInput, Field, TextInput } from '../../../ui/index.ts';
import { saveBankAccount } from '../api.ts';
import { AddAccountScreen } from '../components/AddAccountScreen.tsx';
import { useAddAccount } from '../components/useAddAccount.ts';

const resolver = contractResolver(addBankAccount);

export default function AddBank() {
  const t = useT();
  const { firstName, lastName } = useUser();
  const form = useForm({
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
    reValidateMode: 'onSubmit',
  });
  const { problem, backTo, submit } = useAddAccount(form, {
    save: saveBankAccount,
    saved: 'payouts.bank_added',
    listPath: paths.bankList(),
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <AddAccountScreen
      title={t('web.payouts.addBank')}
      back={{ to: backTo, label: t('web.payouts.bankTitle') }}
      submitText={t('web.payouts.saveBank')}
      errors={errors}
      problem={problem}
      saving={isSubmitting}
      onSubmit={submit}
    >
      <Field
        id="holderName"
        label={t('web.payouts.holder')}
        hint={t('web.payouts.holderHint')}
        error={errors.holderName?.message}
      >
        <TextInput autoComplete="name" {...form.register('holderName')} />
      </Field>
      <Field id="accountNumber" label={t('web.payouts.accountNumber')} error={errors.accountNumber?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('accountNumber')} />
      </Field>
      <Field
        id="confirmAccountNumber"
        label={t('web.payouts.confirmNumber')}
        error={errors.confirmAccountNumber?.message}
      >
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('confirmAccountNumber')} />
      </Field>
      <Field
        id="ifsc"
        label={t('web.payouts.ifsc')}
        hint={t('web.payouts.ifscHint')}
        error={errors.ifsc?.message}
      >
        <CodeInput maxLength={11} {...form.register('ifsc')} />
      </Field>
      <Field id="bankName" label={t('web.payouts.bankName')} optional error={errors.bankName?.message}>
        <TextInput autoComplete="off" {...form.register('bankName')} />
      </Field>
      <Field id="address" label={t('web.payouts.address')} optional error={errors.address?.message}>
        <TextInput autoComplete="street-address" {...form.register('address')} />
      </Field>
    </AddAccountScreen>
  );
}
