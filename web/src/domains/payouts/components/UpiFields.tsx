import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput } from '../../../ui/index.ts';

type Name = 'upiId' | 'address';

type Props<T extends FieldValues & Record<Name, string>> = { form: UseFormReturn<T> };

/** The fields of a UPI ID. */
export function UpiFields<T extends FieldValues & Record<Name, string>>({ form }: Props<T>) {
  const t = useT();
  const register = (name: Name) => form.register(name as Path<T>);
  const getProblem = (name: Name) => form.getFieldState(name as Path<T>, form.formState).error?.message;
  return (
    <>
      <Field
        id="upiId"
        label={t('web.payouts.upi')}
        hint={t('web.payouts.upiHint')}
        error={getProblem('upiId')}
      >
        <TextInput
          inputMode="email"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          {...register('upiId')}
        />
      </Field>
      <Field id="address" label={t('web.payouts.address')} optional error={getProblem('address')}>
        <TextInput autoComplete="street-address" {...register('address')} />
      </Field>
    </>
  );
}
