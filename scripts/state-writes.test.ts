import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// A state is changed by its transition function only, which asks the lifecycle and writes the history
// (`server/src/platform/transition.ts`). Kysely's updates of a state do not compile (`StateColumn`); this test finds
// those that the compiler does not see: in SQL as text, and where a cast hides them.

const STATE = String.raw`\b(?:state|fund_state|work_state|identity_state)\b`;
const RAW_WRITES = [
  // .set({ state: … }) and .set({ …, fund_state })
  new RegExp(String.raw`\.set\(\s*(?:\(\w+\)\s*=>\s*\(?)?\{[^}]*${STATE}\s*[:,}]`),
  // update…(tx, id, { state: … }), the update functions of the stores
  new RegExp(String.raw`\bupdate[A-Z]\w*\([^;]*?\{[^;]*?${STATE}\s*[:,}]`),
  // An update function whose change may hold a state.
  new RegExp(String.raw`change: Partial<(?![^;]*?Omit<[^;]*?${STATE})[^;]*?(?:${STATE}|Omit<MilestoneRow)`),
  // UPDATE job SET state = …
  new RegExp(String.raw`\bUPDATE\s+[\w.]+\s+SET\b[^;\`]*?${STATE}\s*=`, 'i'),
];

const root = path.join(import.meta.dirname, '..');
const isSource = (name: string) => name.endsWith('.ts') && !name.endsWith('.test.ts');

const listSources = (folder: string) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter(isSource);

const findRawWrites = (text: string): boolean => RAW_WRITES.some((pattern) => pattern.test(text));

test.each([
  `await tx.updateTable('job').set({ state: 'open' }).execute();`,
  `.set({ decided_at: now, state })`,
  `.set((eb) => ({ state: 'pending', tries: eb('tries', '+', 1) }))`,
  `await updateMilestone(tx, milestone.id, { fund_state: 'funded', changed_at: now });`,
  `await updateMilestone(tx, id, {\n  changed_at: now,\n  fund_state,\n});`,
  'sql`UPDATE job SET state = ${state}`',
  'sql`UPDATE milestone SET released_at = now(),\n fund_state = ${state}`',
])('finds the raw write in %s', (source) => {
  expect(findRawWrites(source)).toBe(true);
});

test.each([
  `await tx.updateTable('job').set({ verified_at: now }).where('state', '=', 'open').execute();`,
  `await updateOrder(tx, id, { session_id });`,
  'sql`UPDATE milestone SET reminded_at = ${now} WHERE fund_state IN (1)`',
  `.values({ state: 'pending' })`,
])('finds no raw write in %s', (source) => {
  expect(findRawWrites(source)).toBe(false);
});

/** Names the files whose text the condition holds for. */
function findSources(holds: (text: string) => boolean): string[] {
  const sources = ['server/src', 'scripts/demo'].flatMap(listSources);
  expect(sources.length).toBeGreaterThan(300);
  return sources.filter((name) => holds(readFileSync(path.join(root, name), 'utf8')));
}

test('states are written by transition functions only', () => {
  expect(findSources(findRawWrites)).toEqual([]);
});

test('a hold, which has no lifecycle, is written together with its history in one file', () => {
  const hold = /\b(?:change|set)\b[^;]*?\bon_hold\s*(?::|=\s*(?:true|false))/;
  expect(findSources((text) => hold.test(text))).toEqual(['server/src/domains/escrow/holds/service.ts']);
});
