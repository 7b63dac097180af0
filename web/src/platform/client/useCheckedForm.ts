import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { FieldValues, Path, UseFormProps, UseFormReturn } from 'react-hook-form';

/**
 * A form that is checked on submit. From then on, failed fields are checked again whenever a value changes, so that an
 * error disappears with its cause, even if the cause was another field. Fields that had not failed wait for the next submit.
 */
export function useCheckedForm<T extends FieldValues>(options: UseFormProps<T>): UseFormReturn<T> {
  const form = useForm<T>({ ...options, reValidateMode: 'onSubmit' });
  const { subscribe, trigger, clearErrors } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback({ name: changedName, type, errors = {}, isSubmitted }) {
          if (!isSubmitted) return;
          // What the server refused cannot be checked here. It counts as corrected when the user, not the form, changes it.
          const isRefused = ([, error]: [string, unknown]) =>
            typeof error === 'object' && error !== null && 'type' in error && error.type === 'server';
          const refused = Object.entries(errors)
            .filter(isRefused)
            .map(([name]) => name);
          const failed = Object.keys(errors).filter((name) => !refused.includes(name));
          if (type === 'change' && changedName !== undefined && refused.includes(changedName))
            clearErrors(changedName as Path<T>);
          if (failed.length > 0) void trigger(failed as Path<T>[]);
        },
      }),
    [subscribe, trigger, clearErrors],
  );
  return form;
}
