import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { PayoutAccount } from '@fws/contract/payouts/model';
import { useT } from '../../../platform/i18n/index.ts';
import { CodeInput, Field, TextInput } from '../../../ui/index.ts';

type Name = 'holderName' | 'accountNumber' | 'confirmAccountNumber' | 'ifsc' | 'bankName' | 'address';

type Props<T extends FieldValues & Record<Name, string>> = {
  form: UseFormReturn<T>;
  /** The account being edited. Only the ending of its number is known here. */
  known?: PayoutAccount;
};

/** The fields of a bank account. */
export function BankFields<T extends FieldValues & Record<Name, string>>({ form, known }: Props<T>) {
  const t = useT();
  const register = (name: Name) => form.register(name as Path<T>);
  const problem = (name: Name) => form.getFieldState(name as Path<T>, form.formState).error?.message;
  return (
    <>
      <Field
        id="holderName"
        label={t('web.payouts.holder')}
        hint={t('web.payouts.holderHint')}
        error={problem('holderName')}
      >
        <TextInput autoComplete="name" {...register('holderName')} />
      </Field>
      <Field
        id="accountNumber"
        label={t('web.payouts.accountNumber')}
        hint={known && t('web.payouts.numberKept', { ending: known.accountEnding })}
        error={problem('accountNumber')}
        optional={known !== undefined}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          placeholder={known && `XXXX${known.accountEnding}`}
          {...register('accountNumber')}
        />
      </Field>
      <Field
        id="confirmAccountNumber"
        label={t('web.payouts.confirmNumber')}
        optional={known !== undefined}
        error={problem('confirmAccountNumber')}
      >
        <TextInput inputMode="numeric" autoComplete="off" {...register('confirmAccountNumber')} />
      </Field>
      <Field id="ifsc" label={t('web.payouts.ifsc')} hint={t('web.payouts.ifscHint')} error={problem('ifsc')}>
        <CodeInput maxLength={11} {...register('ifsc')} />
      </Field>
      <Field id="bankName" label={t('web.payouts.bankName')} optional error={problem('bankName')}>
        <TextInput autoComplete="off" {...register('bankName')} />
      </Field>
      <Field id="address" label={t('web.payouts.address')} optional error={problem('address')}>
        <TextInput autoComplete="street-address" {...register('address')} />
      </Field>
    </>
  );
}
