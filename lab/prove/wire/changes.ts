/** The value of a leaf of a reply, as its schema declares it. */
export type Kind = 'string' | 'number' | 'boolean' | 'list' | readonly string[];

/** One field of a call's reply in the specification's format: "explore_jobs" and "data[].job_title". */
export interface Field {
  call: string;
  path: string;
  kind: Kind;
}

export const formatField = ({ call, path }: Pick<Field, 'call' | 'path'>): string => `${call} ${path}`;

interface State {
  /** The fields that are changed in every reply now. */
  changed: readonly Field[];
  /** The fields that replies have had since recording began; null: nothing is recorded. */
  seen: Set<string> | null;
}

// One for the process: vitest may load this module again for each test file.
const shared = globalThis as { fwsWireChanges?: State };
const state = (shared.fwsWireChanges ??= { changed: [], seen: null });

/** Runs something while these fields of all replies are changed. */
export async function runChanged<T>(fields: readonly Field[], run: () => Promise<T>): Promise<T> {
  state.changed = fields;
  try {
    return await run();
  } finally {
    state.changed = [];
  }
}

/** Runs something and returns the fields that the replies had meanwhile. */
export async function runRecording(run: () => Promise<unknown>): Promise<Set<string>> {
  const seen = new Set<string>();
  state.seen = seen;
  try {
    await run();
  } finally {
    state.seen = null;
  }
  return seen;
}

/** The reply that the client gets. */
export function changeReply(call: string, reply: object): object {
  if (state.seen) recordFields(reply, '', call, state.seen);
  return state.changed
    .filter((field) => field.call === call)
    .reduce((changed: unknown, { path, kind }) => changeAt(changed, path.split('.'), kind), reply) as object;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasObjects = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.some(isObject);

function recordFields(value: object, path: string, call: string, seen: Set<string>): void {
  for (const [name, inner] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (isObject(inner)) recordFields(inner, at, call, seen);
    else if (hasObjects(inner)) for (const item of inner) recordFields(item, `${at}[]`, call, seen);
    else if (inner !== undefined) seen.add(formatField({ call, path: at }));
  }
}

/** Changes a field wherever the path leads, in every item of a list. */
function changeAt(value: unknown, [step = '', ...rest]: readonly string[], kind: Kind): unknown {
  const name = step.replace('[]', '');
  if (!isObject(value) || value[name] === undefined) return value;
  const inner = value[name];
  if (rest.length === 0) return { ...value, [name]: changeLeaf(inner, kind) };
  const changed = Array.isArray(inner)
    ? inner.map((item) => changeAt(item, rest, kind))
    : changeAt(inner, rest, kind);
  return { ...value, [name]: changed };
}

/** Another value of the same kind. */
function changeLeaf(value: unknown, kind: Kind): unknown {
  if (Array.isArray(value))
    return [...(value as unknown[]), value.length === 0 ? '~' : (value[0] as unknown)];
  if (typeof kind === 'object') return kind.find((option) => option !== value) ?? null;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return `~${value}`;
  return kind === 'number' ? 1 : kind === 'boolean' ? true : '~';
}
