import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyCall } from '@fws/contract/platform/call';
import { listDeclaredFields, loadCalls, type DeclaredField } from './declared.ts';

/**
 * What the wire tests of a whole run left out, from the records that they wrote to `folder`: the calls that never
 * succeeded in one, and the declared fields whose value none compared.
 */
export async function readGaps(folder: string): Promise<string[]> {
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const recorded = new Set(files.flatMap((text) => text.split('\n')));
  const calls = await loadCalls();
  return findGaps(calls, await listDeclaredFields(calls), recorded);
}

export function findGaps(
  calls: readonly Pick<AnyCall, 'name'>[],
  fields: readonly DeclaredField[],
  recorded: ReadonlySet<string>,
): string[] {
  // A field that is a record, such as a map by code, has no declared properties: any of its values counts.
  const parents = new Set([...recorded].map((key) => key.replace(/\.\w+$/, '')));
  const isRecorded = (name: string) => recorded.has(name) || parents.has(name);
  return [
    ...calls.filter(({ name }) => !isRecorded(name)),
    ...fields.filter((field) => !field.places.some(isRecorded)),
  ].map(({ name }) => name);
}

/** What is missing, for the summary of the run. */
export const describeGap = (gap: string): string =>
  `${gap}: no wire test ${gap.includes(' ') ? 'compares its value' : 'makes this call'}`;
