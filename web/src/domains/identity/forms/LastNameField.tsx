import { ONE_NAME } from '@fws/contract/identity/model';
import { useWatch } from 'react-hook-form';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { useT } from '../../../platform/i18n/index.ts';
import { Field, TextInput, Tick } from '../../../ui/index.ts';

type Props<T extends FieldValues> = { form: UseFormReturn<T>; label: string };

/** The last name, or that there is none. */
export function LastNameField<T extends FieldValues & { lastName: string }>({ form, label }: Props<T>) {
  const t = useT();
  const name = 'lastName' as Path<T>;
  const hasOne = useWatch({ control: form.control, name }) === ONE_NAME;
  const error = form.getFieldState(name, form.formState).error?.message;

  function choose(isOne: boolean): void {
    form.setValue(name, (isOne ? ONE_NAME : '') as PathValue<T, Path<T>>, { shouldDirty: true });
    form.clearErrors(name);
  }

  return (
    <div className="stack">
      {!hasOne && (
        <Field id="lastName" label={label} error={error}>
          <TextInput autoComplete="family-name" maxLength={60} {...form.register('lastName' as Path<T>)} />
        </Field>
      )}
      <Tick checked={hasOne} onChange={(event) => choose(event.currentTarget.checked)}>
        {t('identity.oneName')}
      </Tick>
    </div>
  );
}
