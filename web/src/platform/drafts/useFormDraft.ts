import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { withBase, type DraftStore } from './index.ts';

/** Keeps a form's values as a draft while they are typed. Returns whether there is one, and how to discard it. */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  store: DraftStore | null,
  options: {
    /** Fields that are never stored, such as passwords. */
    secrets?: readonly (keyof T)[];
    /** What the form shows after the draft is discarded. */
    values: T;
    /** The saved object that the form was filled from. */
    base?: object | undefined;
  },
): { kept: boolean; discard: () => void } {
  const { secrets = [], values: initialValues, base } = options;
  const [kept, setKept] = useState(() => store?.load() != null);
  const { subscribe, reset } = form;
  useEffect(() => {
    if (!store) return undefined;
    return subscribe({
      formState: { values: true },
      callback({ values }) {
        const stored = Object.entries(values).filter(([name]) => !secrets.includes(name));
        store.save(withBase(Object.fromEntries(stored), base));
        setKept(true);
      },
    });
  }, [subscribe, store, secrets, base]);

  function discard(): void {
    reset(initialValues);
    store?.remove();
    setKept(false);
  }

  return { kept, discard };
}
