import { DRAFT_PREFIX, withoutStorage } from './deleteAllDrafts.ts';

/** What a form has typed and not sent. It stays on the device until it is sent, discarded, or the user logs out. */
export interface DraftStore {
  /** Unchecked: its shape may be older than the form's. Null without a draft. */
  load: () => unknown;
  save: (draft: unknown) => void;
  remove: () => void;
}

/** A user's drafts survive a closed tab. A visitor's do not, because others may use the device next. */
export function openDraft(owner: number | 'visitor', name: string): DraftStore {
  const key = `${DRAFT_PREFIX}${owner}:${name}`;
  const getStorage = () => (owner === 'visitor' ? sessionStorage : localStorage);
  return {
    load: () => withoutStorage(() => JSON.parse(getStorage().getItem(key) ?? 'null') as unknown),
    save: (draft) => void withoutStorage(() => getStorage().setItem(key, JSON.stringify(draft))),
    remove: () => void withoutStorage(() => getStorage().removeItem(key)),
  };
}

/** The form's values with those of a stored draft, as far as they have the same shape. */
export function restoreDraft<T extends object>(store: DraftStore, values: T): T {
  const stored = store.load();
  if (!isRecord(stored)) return values;
  const fitting = Object.entries(values).filter(
    ([name, value]) => name in stored && hasShape(stored[name], value),
  );
  return { ...values, ...Object.fromEntries(fitting.map(([name]) => [name, stored[name]])) };
}

/** The name under which a draft also holds the saved object that its form was filled from. */
const BASE = '$base';

export const withBase = (draft: object, base: object | undefined): object =>
  base === undefined ? draft : { ...draft, [BASE]: base };

/**
 * The saved object that the form of a stored draft was filled from, so that saving the draft does not undo what was saved
 * since. `current` without a draft, or when its shape is older.
 */
export function restoreBase<T extends object>(store: DraftStore, current: T): T {
  const stored = store.load();
  const base = isRecord(stored) ? stored[BASE] : undefined;
  return isRecord(base) && Object.keys(current).every((name) => name in base) ? (base as T) : current;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first item of a list stands for all; an empty list is one of texts. */
function hasShape(value: unknown, example: unknown): boolean {
  if (Array.isArray(example)) {
    const item: unknown = example.length === 0 ? '' : example[0];
    return Array.isArray(value) && value.every((each) => hasShape(each, item));
  }
  if (isRecord(example))
    return isRecord(value) && Object.entries(example).every(([name, field]) => hasShape(value[name], field));
  return typeof value === typeof example;
}
