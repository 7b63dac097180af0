import { normaliseUpiId } from '@fws/contract/platform/identifiers';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { translate, useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput } from '../../../ui/index.ts';

type Name = 'upiId' | 'address';

type Props<T extends FieldValues & Record<Name, string>> = { form: UseFormReturn<T> };

/** What the code confirms. */
export const describeUpi = ({ upiId }: { upiId: string }): string =>
  translate('web.payouts.codeForUpi', { upiId: normaliseUpiId(upiId) });

/** The fields of a UPI ID. */
export function UpiFields<T extends FieldValues & Record<Name, string>>({ form }: Props<T>) {
  const t = useT();
  const register = (name: Name) => form.register(name as Path<T>);
  const upiId = register('upiId');
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
          {...upiId}
          onBlur={(event) => {
            // Shown as it will be used, before a code is asked for.
            form.setValue(
              'upiId' as Path<T>,
              normaliseUpiId(event.currentTarget.value) as PathValue<T, Path<T>>,
            );
            void upiId.onBlur(event);
          }}
        />
      </Field>
      <Field id="address" label={t('web.payouts.address')} optional error={getProblem('address')}>
        <TextInput autoComplete="street-address" {...register('address')} />
      </Field>
    </>
  );
}
