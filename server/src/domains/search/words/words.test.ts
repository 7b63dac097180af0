import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { correctWord, countEdits, findPhrases, listConcepts, loadDictionary } from './dictionary.ts';
import { toKey, toKeys, toSkeleton } from './fold.ts';
import { readQuestion } from './question.ts';
import { buildTokens, listCellTokens } from '../engine/tokens.ts';

const dictionary = loadDictionary();
const nameConcepts = (text: string) =>
  findPhrases(dictionary, toKeys(text)).map(({ entry, keys }) =>
    entry === undefined ? keys.join(' ') : (entry?.id ?? null),
  );

test('folds spellings of one word into one key', () => {
  expect(new Set(['safai', 'saafai', 'सफाई', 'सफ़ाई'].map(toKey)).size).toBe(1);
  expect(new Set(['photo', 'foto', 'photos', 'फोटो', 'फ़ोटो'].map(toKey)).size).toBe(1);
  expect(toKey('Wardrobe')).toBe('vardrobe');
  expect(toKeys('AC/fridge, 2-ton')).toEqual(['ak', 'fridge', '2', 'ton']);
  expect(toSkeleton(toKey('plumber'))).toBe(toSkeleton(toKey('பிளம்பர்')));
});

test('names the same trade in every language', () => {
  const words = ['plumber', 'प्लंबर', 'नलसाज', 'பிளம்பர்', 'ప్లంబర్', 'ಪ್ಲಂಬರ್', 'প্লাম্বার', 'nal mistri'];
  expect(words.map(nameConcepts)).toEqual(words.map(() => ['plumbing.plumber']));
});

test('prefers the longest phrase in a question, and knows all of them in a job', () => {
  expect(nameConcepts('bed bugs')).toEqual(['pestkontrol.bedbug']);
  const { concepts, others } = listConcepts(dictionary, toKeys('Solar water heater, Zyx'));
  expect(concepts.map(({ id }) => id)).toEqual(expect.arrayContaining(['solarinstalation.solar']));
  expect(others).toEqual(['jiks']);
});

test('corrects a misspelled word to the nearest word that says something', () => {
  const correct = (word: string) => correctWord(dictionary, toKey(word));
  expect(correct('plumer')).toBe(toKey('plumber'));
  expect(correct('elecrician')).toBe(toKey('electrician'));
  expect(correct('wardrob')).toBe(toKey('wardrobe'));
  expect(correct('प्लंबरचे')).toBe(toKey('प्लंबर'));
  expect(correct('refrig')).toBe(toKey('refrigerator'));
  expect(correct('xyz')).toBeUndefined();
  expect(countEdits('abcd', 'abdc')).toBe(1);
  expect(countEdits('kitten', 'sitting')).toBe(3);
});

test('reads places, work and words that only refine out of a question', async () => {
  const listSpellings = (word: string) =>
    ['bangalore', 'bengaluru'].includes(word) ? ['bengaluru', 'bangalore'] : [word];
  const findWords = () => Promise.resolve(new Map([['jiksi', 'jiksi']]));
  expect(await readQuestion('need tap repair in Bangalore zyxy', listSpellings, findWords)).toEqual({
    strong: ['plumbing.tap'],
    weak: ['.repair', 'jiksi'],
    places: ['bengaluru'],
    trades: ['plumbing'],
  });
  expect(await readQuestion('work for me', listSpellings, findWords)).toEqual({
    strong: [],
    weak: [],
    places: [],
    trades: [],
  });
});

test('has words for the trade of each category that exists from the start, and for no other', () => {
  const migration = readFileSync(new URL('../../../../migrations/0008_jobs.sql', import.meta.url), 'utf8');
  const categories = [...migration.matchAll(/^ {2}\('.+', '.+', (?:true|false), '([a-z_]+)'\)/gm)];
  expect(categories).toHaveLength(40);
  const trades = categories.map(([, trade = '']) => trade);
  expect([...dictionary.trades.keys()].toSorted()).toEqual(
    trades.filter((trade) => trade !== 'other').toSorted(),
  );
});

test('indexes a job by the words of its trade, whatever its category is called', () => {
  const job = { title: 'Two rooms', description: '', location: 'Pune', latitude: null, longitude: null };
  const category = { category_id: 1, category_name: 'Frescoes', category_name_hi: 'भित्तिचित्र' };
  const index = (trade: string | null) =>
    buildTokens({ ...job, ...category, skills: [], trade }, (word) => [word]).tokens;
  expect(index('painting')).toContain('a:painting.painter');
  expect(index(null)).not.toContain('a:painting.painter');
});

test('covers a box by the cells that it touches', () => {
  const box = { south: 18.4, north: 18.6, west: 73.9, east: 74.1 };
  expect(listCellTokens(box)).toEqual(['g:36:147', 'g:36:148', 'g:37:147', 'g:37:148']);
  expect(listCellTokens({ ...box, south: -1, west: -1, north: 0.1, east: -0.6 })).toHaveLength(3);
  expect(listCellTokens({ ...box, north: 40 })).toBeNull();
});
