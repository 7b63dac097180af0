import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeInvisible } from '@fws/contract/platform/text';
import { findNameFault } from '@fws/server/platform/person-names';

// Nobody is refused for their name. The lists were written without knowledge of the rules.
const FOLDER = path.join(import.meta.dirname, 'names');
const FILES = readdirSync(FOLDER);
/** Of each list so many family names are tried with each given name. */
const FAMILY_NAMES_EACH = 8;

type Section = 'given' | 'family' | 'whole';

function readLists(file: string): Record<Section, string[]> {
  const lists: Record<Section, string[]> = { given: [], family: [], whole: [] };
  let section: Section = 'given';
  for (const line of readFileSync(path.join(FOLDER, file), 'utf8').split('\n')) {
    const [, name] = /^\[(given|family|whole)\]$/.exec(line) ?? [];
    if (name) section = name as Section;
    else if (line !== '' && !line.startsWith('#')) lists[section].push(removeInvisible(line));
  }
  return lists;
}

/** First and last name. A whole name may be typed into the first field alone. */
function listNames(file: string): [string, string][] {
  const { given, family, whole } = readLists(file);
  const pairs = given.flatMap((first, index) =>
    Array.from({ length: FAMILY_NAMES_EACH }, (_, at): [string, string] => [
      first,
      family[(index * FAMILY_NAMES_EACH + at) % family.length] ?? '',
    ]),
  );
  const divided = whole.map((name): [string, string] => {
    const [first = '', ...last] = name.split(' ');
    return [first, last.join(' ')];
  });
  return [...pairs, ...divided, ...whole.map((name): [string, string] => [name, ''])];
}

test('nobody is refused for their name, in any script of India', () => {
  const names = FILES.flatMap(listNames);
  expect(names.length).toBeGreaterThan(10_000);
  const refused = names.flatMap(([first, last]) => {
    const fault = findNameFault(first, last);
    return fault === null ? [] : [`${first} ${last}: ${fault}`];
  });
  expect(refused).toEqual([]);
});
