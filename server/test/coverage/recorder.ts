import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Records what the wire tests of this process assert. A key is a call's name, or a call's name and the path of a field
 * in its reply: "explore_jobs data[].job_title". The values that a test reads are kept until its end, because most
 * tests read a value first and pass it to `expect` later.
 */
interface Recorder {
  recorded: Set<string>;
  written: Set<string>;
  /** The fields read while a matcher runs; null outside of one. */
  matched: string[] | null;
  /** The fields that each value was read from since the test began. */
  reads: Map<unknown, Set<string>>;
}

// One for the process: vitest may load this module again for each test file.
const shared = globalThis as { fwsCoverageRecorder?: Recorder };
const recorder = (shared.fwsCoverageRecorder ??= {
  recorded: new Set(),
  written: new Set(),
  matched: null,
  reads: new Map(),
});

/** The folder for the records. Set by `npm test`; without it nothing is recorded. */
export const coverageFolder = process.env['FWS_WIRE_COVERAGE'];

export const noteHit = (call: string): void => void recorder.recorded.add(call);

export function forgetReads(): void {
  recorder.reads.clear();
}

/** Writes what is new, to a file of this process. */
export function writeRecords(folder: string): void {
  const lines = [...recorder.recorded].filter((key) => !recorder.written.has(key));
  for (const key of lines) recorder.written.add(key);
  if (lines.length > 0) appendFileSync(join(folder, `${process.pid}.txt`), `${lines.join('\n')}\n`);
}

function noteRead(fields: readonly string[], value: unknown): void {
  if (recorder.matched) {
    recorder.matched.push(...fields);
    return;
  }
  const known = recorder.reads.get(value) ?? new Set();
  for (const field of fields) known.add(field);
  recorder.reads.set(value, known);
  // Many fields have these values: they count only until the test waits for something.
  if (isCommon(value)) setImmediate(() => recorder.reads.delete(value));
}

const isCommon = (value: unknown) =>
  value === null || value === '' || typeof value === 'boolean' || value === 0 || value === 1;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isList = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPlainObject);

/** A copy of a reply that records which of its fields are read. Arrays of plain values are fields. */
export function recordReads<T>(value: T, findFields: (path: string) => readonly string[], path = ''): T {
  if (isList(value)) return value.map((item) => recordReads(item, findFields, `${path}[]`)) as T;
  if (!isPlainObject(value)) return value;
  const copy = {};
  for (const [key, content] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    const isField = !isPlainObject(content) && !isList(content);
    const fields = isField ? findFields(at) : [];
    let inner: unknown = content;
    let copied = isField;
    Object.defineProperty(copy, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        if (!copied) inner = recordReads(content, findFields, at);
        copied = true;
        if (fields.length > 0) noteRead(fields, inner);
        return inner;
      },
      set: (replaced) => {
        copied = true;
        inner = replaced;
      },
    });
  }
  return copy as T;
}

/** Runs a matcher and counts the fields whose values it compared, unless it fails. */
export function recordMatch<T>(actual: unknown, expected: readonly unknown[], match: () => T): T {
  const outer = recorder.matched;
  const matched: string[] = [];
  collectReads(actual, matched);
  recorder.matched = matched;
  try {
    const result = match();
    const unchecked = new Set<string>();
    for (const value of expected) collectUnchecked(value, unchecked);
    for (const field of matched)
      if (!unchecked.has(/\w+$/.exec(field)?.[0] ?? '')) recorder.recorded.add(field);
    return result;
  } finally {
    recorder.matched = outer;
  }
}

/** The fields of values that the test read and then compares, alone or in lists and objects of its own. */
function collectReads(value: unknown, fields: string[], depth = 0): void {
  fields.push(...(recorder.reads.get(value) ?? []));
  if (depth === 4 || typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && !isPlainObject(value)) return;
  // Recording objects have getters, which the matcher itself reads.
  for (const { value: inner } of Object.values(Object.getOwnPropertyDescriptors(value)))
    collectReads(inner, fields, depth + 1);
}

/** The keys for which any value of a type would do, as in `{ id: expect.any(Number) }`. */
function collectUnchecked(value: unknown, keys: Set<string>, key = ''): void {
  if (typeof value !== 'object' || value === null) return;
  const { asymmetricMatch, sample } = value as { asymmetricMatch?: unknown; sample?: unknown };
  if (typeof asymmetricMatch === 'function') {
    if (['Any', 'Anything'].includes(value.constructor.name)) keys.add(key);
    collectUnchecked(sample, keys, key);
    return;
  }
  if (!Array.isArray(value) && !isPlainObject(value)) return;
  for (const [name, { value: inner }] of Object.entries(Object.getOwnPropertyDescriptors(value)))
    collectUnchecked(inner, keys, Array.isArray(value) ? key : name);
}
