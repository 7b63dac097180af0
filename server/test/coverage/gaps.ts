import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyCall } from '@fws/contract/platform/call';
import { listDeclaredFields, loadCalls, type DeclaredField } from './declared.ts';

const KNOWN_GAPS = join(import.meta.dirname, 'known-gaps.txt');

const HEADER = `# Calls that no wire test makes, and fields of replies whose values none compares (CONTRIBUTING.md, "Wire coverage").
# Delete a line when a test covers it: npm test prints which, and fails on a gap that is not listed.
`;

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

/** For a change of the contract that renames many fields at once. What it adds shows in the review. */
export const writeKnownGaps = (gaps: readonly string[]): void =>
  writeFileSync(KNOWN_GAPS, `${HEADER}${gaps.toSorted().join('\n')}\n`);

export const readKnownGaps = (): string[] => parseKnownGaps(readFileSync(KNOWN_GAPS, 'utf8'));

export const parseKnownGaps = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

/** Gaps that are not listed, which fail the run. */
export const listNewGaps = (gaps: readonly string[], known: readonly string[]): string[] =>
  gaps
    .filter((gap) => !known.includes(gap))
    .map((gap) => `${gap}: no wire test ${gap.includes(' ') ? 'compares its value' : 'makes this call'}`);

/** Listed gaps that a test of this run covered. A test that waits or races may cover one in some runs only. */
export const listClosedGaps = (gaps: readonly string[], known: readonly string[]): string[] =>
  known
    .filter((gap) => !gaps.includes(gap))
    .map((gap) => `${gap}: is tested now: delete it from server/test/coverage/known-gaps.txt`);
