import { useRef, useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { CallError } from '../client/index.ts';

/** One question of a form that edits a saved object, as far as another save of the same object concerns it. */
export interface FormPart<Saved> {
  label: string;
  /** Its answer in a saved object, in the form in which `read` returns it. */
  pick: (saved: Saved) => unknown;
  /** Its answer in the form. */
  read: () => unknown;
  /** Puts the answer of a saved object into the form. */
  take: (saved: Saved) => void;
  /** The answer as a text. */
  describe: (saved: Saved) => string;
}

/** A part that somebody has saved since the form was filled. */
export interface SavedChange {
  label: string;
  /** The new answer. */
  text: string;
  /** Undefined: the form shows the new answer, because this one was not touched here. */
  take: (() => void) | undefined;
}

interface Options<Saved> {
  /** What the form was filled from; undefined for a form that makes something new. */
  opened: Saved | undefined;
  load: () => Promise<Saved>;
  parts: () => readonly FormPart<Saved>[];
}

/** How often something else may be saved in between, as long as it does not concern the form. */
const ATTEMPTS_MAX = 3;

/**
 * Keeps a form from undoing what was saved elsewhere after it was filled, in another tab or on another device. The server
 * refuses such a save. Answers that were not touched here are then replaced by the saved ones, and what was typed stays.
 */
export function useSavedElsewhere<Saved extends { version: string }>(options: Options<Saved>) {
  const base = useRef(options.opened);
  const [changes, setChanges] = useState<readonly SavedChange[]>([]);

  /** False: nothing was saved, and `changes` says why. Throws what has another reason. */
  async function save(send: (version: string) => Promise<Saved>): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        base.current = await send(base.current?.version ?? '');
        setChanges([]);
        return true;
      } catch (error) {
        const found = await findChanges(error, attempt);
        if (found.length === 0) continue;
        setChanges(found);
        return false;
      }
    }
  }

  /** Empty when only what the form does not show has changed. */
  async function findChanges(error: unknown, attempt: number): Promise<SavedChange[]> {
    const before = base.current;
    if (!(error instanceof CallError) || error.status !== 409 || !before || attempt === ATTEMPTS_MAX)
      throw error;
    const saved = await options.load();
    if (saved.version === before.version) throw error;
    base.current = saved;
    return options.parts().flatMap((part) => {
      if (isSame(part.pick(saved), part.pick(before)) || isSame(part.pick(saved), part.read())) return [];
      const change = { label: part.label, text: part.describe(saved), take: undefined };
      if (!isSame(part.read(), part.pick(before))) return { ...change, take: () => takeOver(part, saved) };
      part.take(saved);
      return change;
    });
  }

  function takeOver(part: FormPart<Saved>, saved: Saved): void {
    part.take(saved);
    setChanges((all) => all.map((each) => (each.label === part.label ? { ...each, take: undefined } : each)));
  }

  return { save, changes };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The part that consists of some fields of a form. */
export function buildFieldsPart<Saved, Draft extends FieldValues>(
  form: Pick<UseFormReturn<Draft>, 'getValues' | 'setValue'>,
  toDraft: (saved: Saved) => Draft,
  part: { label: string; fields: readonly (keyof Draft & string)[]; describe: (draft: Draft) => string },
): FormPart<Saved> {
  const pick = (draft: Draft) => part.fields.map((field) => draft[field] as unknown);
  return {
    label: part.label,
    pick: (saved) => pick(toDraft(saved)),
    read: () => pick(form.getValues()),
    take: (saved) => {
      const draft = toDraft(saved);
      for (const field of part.fields)
        form.setValue(field as unknown as Path<Draft>, draft[field], { shouldDirty: true });
    },
    describe: (saved) => part.describe(toDraft(saved)),
  };
}
