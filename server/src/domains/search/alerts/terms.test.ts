import { expect, test } from 'vitest';
import { listJobTerms, listSearchTerms } from './terms.ts';

const SPELLINGS: Record<string, string[]> = { bhopal: ['bhopal', 'भोपाल'], भोपाल: ['bhopal', 'भोपाल'] };
const listSpellings = (word: string) => SPELLINGS[word] ?? [word];
const read = (text: string) => listSearchTerms(text, listSpellings);

test('compares work by what it is, in any language', () => {
  const { terms } = read('plumber');
  expect(terms).toHaveLength(1);
  expect(read('प्लंबर').terms).toEqual(terms);
  const jobs = [
    { title: 'Need a plumber today', skills: [], categoryName: 'Other', trade: 'other' },
    { title: 'रसोई में प्लंबर चाहिए', skills: [], categoryName: 'Other', trade: 'other' },
    { title: 'Kitchen', skills: ['Plumber'], categoryName: 'Other', trade: 'other' },
    { title: 'Kitchen', skills: [], categoryName: 'Taps', trade: 'plumbing' },
  ];
  for (const job of jobs) expect(listJobTerms(job), job.title).toEqual(expect.arrayContaining(terms));
  expect(
    listJobTerms({ title: 'Paint a flat', skills: [], categoryName: 'Painting', trade: 'painting' }),
  ).not.toContain(terms[0]);
});

test('requires the words that name no work, and takes those of a place for a place', () => {
  const { terms, placeWords } = read('xylophone Bhopal');
  expect(terms).toEqual(read('xylophones').terms);
  expect(placeWords).toEqual([['bhopal', 'भोपाल']]);
  expect(read('x')).toEqual({ terms: [], placeWords: [] });
});
