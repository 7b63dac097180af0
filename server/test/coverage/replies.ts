import { coverageFolder, noteHit, recordReads, withoutRecording } from './recorder.ts';

/** Records that a call succeeded, and which fields of its reply the test compares. */
export function recordReply<T extends object>(call: string, reply: T, httpStatus: number): T {
  if (coverageFolder === undefined || httpStatus !== 200) return reply;
  noteHit(call);
  return recordReads(reply, (path) => [`${call} ${path}`]);
}

interface Decoder<W, Out> {
  name: string;
  reply: { decode: (wire: W) => Out };
}

/** Decodes a reply. Comparing a clean field counts for the fields on the wire that it was decoded from. */
export function decodeRecorded<W, Out>({ name, reply }: Decoder<W, Out>, wire: W): Out {
  const decoded = withoutRecording(() => reply.decode(wire));
  if (coverageFolder === undefined) return decoded;
  const sources = withoutRecording(() => findSources(name, reply.decode, wire, decoded));
  return recordReads({ decoded }, (path) => [...(sources.get(path) ?? [])]).decoded;
}

/** By call: the fields on the wire that each clean field depends on, and how often each field was tried. */
const sourcesByCall = new Map<string, { sources: Map<string, Set<string>>; tries: Map<string, number> }>();
const MAX_TRIES = 3;

/** Finds what depends on a field by changing its value and decoding again. */
function findSources<W>(
  call: string,
  decode: (wire: W) => unknown,
  wire: W,
  decoded: unknown,
): Map<string, Set<string>> {
  const known = sourcesByCall.get(call) ?? { sources: new Map(), tries: new Map() };
  sourcesByCall.set(call, known);
  let before: Map<string, string> | undefined;
  let copy: W | undefined;
  for (const leaf of listLeaves(wire)) {
    const tries = known.tries.get(leaf.path) ?? 0;
    if (tries === MAX_TRIES) continue;
    before ??= summarize({ decoded });
    copy ??= structuredClone(wire);
    const changed = findChanged(decode, copy, leaf, before);
    known.tries.set(leaf.path, changed.size > 0 ? MAX_TRIES : tries + 1);
    for (const path of changed) {
      const fields = known.sources.get(path) ?? new Set();
      known.sources.set(path, fields.add(`${call} ${leaf.path}`));
    }
  }
  return known.sources;
}

interface Leaf {
  path: string;
  keys: (string | number)[];
  value: unknown;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function* listLeaves(value: unknown, path = '', keys: (string | number)[] = []): Generator<Leaf> {
  if (Array.isArray(value) && value.some(isObject))
    for (const [index, item] of value.entries()) yield* listLeaves(item, `${path}[]`, [...keys, index]);
  else if (isObject(value) && !Array.isArray(value))
    for (const [key, inner] of Object.entries(value))
      yield* listLeaves(inner, path === '' ? key : `${path}.${key}`, [...keys, key]);
  else yield { path, keys, value };
}

function findChanged<W>(
  decode: (wire: W) => unknown,
  wire: W,
  { keys, value }: Leaf,
  before: Map<string, string>,
): Set<string> {
  let parent = wire as Record<string | number, unknown>;
  for (const key of keys.slice(0, -1)) parent = parent[key] as typeof parent;
  const last = keys.at(-1) ?? '';
  for (const other of listOtherValues(value)) {
    parent[last] = other;
    try {
      const after = summarize({ decoded: decode(wire) });
      const paths = new Set([...before.keys(), ...after.keys()]);
      const changed = [...paths].filter((path) => before.get(path) !== after.get(path));
      if (changed.length > 0) return new Set(changed);
    } catch {
      // Not a value that the field may have.
    } finally {
      parent[last] = value;
    }
  }
  return new Set();
}

function listOtherValues(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'number') return [value + 1, value - 1];
  if (typeof value === 'string') {
    const nextDigit = value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 9));
    return [nextDigit, `${value}x`, 'x', ''];
  }
  if (Array.isArray(value)) return [[...(value as unknown[]), 'x'], []];
  return ['x', '1', 1, true];
}

/** By path, all values that the fields there have. */
function summarize(value: unknown): Map<string, string> {
  const summary = new Map<string, string>();
  for (const leaf of listLeaves(value))
    summary.set(leaf.path, `${summary.get(leaf.path) ?? ''}\n${typeof leaf.value} ${String(leaf.value)}`);
  return summary;
}
