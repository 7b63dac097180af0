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
