import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { PayoutAccount } from '@fws/contract/payouts/schemas';
import { useT } from '../../../platform/i18n/index.ts';
import { CodeInput, Field, TextInput } from '../../../ui/index.ts';

type Name = 'holderName' | 'accountNumber' | 'confirmAccountNumber' | 'ifsc' | 'bankName' | 'address';

type Props<T extends FieldValues & Record<Name, string>> = {
  form: UseFormReturn<T>;
  /** The account being edited. Only the ending of its number is known here. */
  existing?: PayoutAccount;
};

/** The fields of a bank account. */
export function BankFields<T extends FieldValues & Record<Name, string>>({ form, existing }: Props<T>) {
  const t = useT();
  const register = (name: Name) => form.register(name as Path<T>);
  const getProblem = (name: Name) => form.getFieldState(name as Path<T>, form.formState).error?.message;
  return (
    <>
      <Field
        id="holderName"
        label={t('web.payouts.holder')}
        hint={t('web.payouts.holderHint')}
        error={getProblem('holderName')}
      >
        <TextInput autoComplete="name" {...register('holderName')} />
      </Field>
      <Field
        id="accountNumber"
        label={t('web.payouts.accountNumber')}
        hint={existing && t('web.payouts.numberKept', { ending: existing.accountEnding })}
        error={getProblem('accountNumber')}
        optional={existing !== undefined}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          placeholder={existing && `XXXX${existing.accountEnding}`}
          {...register('accountNumber')}
        />
      </Field>
      <Field
        id="confirmAccountNumber"
        label={t('web.payouts.confirmNumber')}
        optional={existing !== undefined}
        error={getProblem('confirmAccountNumber')}
      >
        <TextInput inputMode="numeric" autoComplete="off" {...register('confirmAccountNumber')} />
      </Field>
      <Field
        id="ifsc"
        label={t('web.payouts.ifsc')}
        hint={t('web.payouts.ifscHint')}
        error={getProblem('ifsc')}
      >
        <CodeInput maxLength={20} {...register('ifsc')} />
      </Field>
      <Field id="bankName" label={t('web.payouts.bankName')} optional error={getProblem('bankName')}>
        <TextInput autoComplete="off" {...register('bankName')} />
      </Field>
      <Field id="address" label={t('web.payouts.address')} optional error={getProblem('address')}>
        <TextInput autoComplete="street-address" {...register('address')} />
      </Field>
    </>
  );
}
