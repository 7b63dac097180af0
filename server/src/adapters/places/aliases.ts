import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getAssetPath } from '../../platform/assets.ts';
import { listPlaceNames } from '../../platform/place-names.ts';
import { fold } from './fold.ts';

/** Spellings of one word of a name a line: old and new, in every script. Lines that begin with # are comments. */
const FILE = path.join(getAssetPath('server/data'), 'city-spellings.txt');

const groups = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => line.split(' ').map(fold));

const otherSpellings = new Map(groups.flatMap((group) => group.map((word) => [word, group] as const)));
for (const [english, hindi] of listPlaceNames())
  addHindiWords(fold(english).split(' '), fold(hindi).split(' '));

/** Pairs the words of a name in both languages, where there are as many. */
function addHindiWords(englishWords: readonly string[], hindiWords: readonly string[]): void {
  if (englishWords.length !== hindiWords.length) return;
  for (const [index, english] of englishWords.entries()) {
    const hindi = hindiWords[index] ?? '';
    const group = otherSpellings.get(english) ?? [english];
    if (!group.includes(hindi)) group.push(hindi);
    for (const word of group) if (!otherSpellings.has(word)) otherSpellings.set(word, group);
  }
}

/** The word itself and every other way it is written. */
export function listSpellings(word: string): readonly string[] {
  return otherSpellings.get(word) ?? [word];
}
