import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NO_PROPOSAL, proposeTrade, type TradeCategory } from './proposeTrade.ts';
import { TRADES } from './tradeWords.ts';

const MIGRATION = new URL('../../../../../server/migrations/0008_jobs.sql', import.meta.url);
const categories = [
  ...readFileSync(MIGRATION, 'utf8').matchAll(/^ {2}\('(.+)', '(.+)', (?:true|false), '(.+)'\)/gm),
].map(([, name = '', nameHi = '', trade = ''], index) => ({ id: index + 1, name, nameHi, trade }));
const trades = categories.map(({ trade }) => trade);

const getName = (title: string, list: TradeCategory[] = categories): string | undefined =>
  list.find(({ id }) => String(id) === proposeTrade(title, list, 'en').categoryId)?.name;

test('knows a word of every trade except Other, and no trade that does not exist', () => {
  expect(categories).toHaveLength(40);
  const known = trades.filter((trade) => trade !== 'other');
  expect(Object.keys(TRADES).toSorted()).toEqual(known.toSorted());
});

test.each(categories.filter(({ name }) => name !== 'Other'))(
  'proposes $name for its own name in either language',
  ({ name, nameHi }) => {
    expect(getName(name)).toBe(name);
    expect(getName(nameHi)).toBe(name);
  },
);

test.each([
  ['Paint 3BHK flat before housewarming', 'Painting'],
  ['Two bedrooms to be painted', 'Painting'],
  ['Paint the kitchen cabinets', 'Painting'],
  ['plamber chahiye nal ke liye', 'Plumbing'],
  ['Leaking tap in the bathroom', 'Plumbing'],
  ['Build two wardrobes', 'Carpentry'],
  ['Fix a ceiling fan', 'Electrical'],
  ['AC not cooling, service needed', 'AC service'],
  ['Washing machine does not spin', 'Appliance repair'],
  ['Deep cleaning of 2BHK', 'Cleaning'],
  ['Maths tuition for class 10', 'Tutoring'],
  ['GST return for a small shop', 'Accounting and GST'],
  ['Logo for a tea stall', 'Graphic design'],
  ['Driver for a trip to Nashik', 'Driver'],
  ['Car does not start', 'Vehicle repair'],
  ['घर की पुताई', 'Painting'],
  ['नल से पानी लीक हो रहा है', 'Plumbing'],
  ['बिजली का काम', 'Electrical'],
  ['शादी के लिए फ़ोटोग्राफर', 'Photography'],
  ['शादी के लिए फोटोग्राफर', 'Photography'],
  ['गणित की ट्यूशन', 'Tutoring'],
])('proposes a category for "%s": %s', (title, name) => {
  expect(getName(title)).toBe(name);
});

test.each(['', 'Help needed', 'Plumber and electrician', 'Scarf', 'Something else'])(
  'proposes nothing for "%s"',
  (title) => {
    expect(proposeTrade(title, categories, 'en')).toEqual(NO_PROPOSAL);
  },
);

test('proposes skills that the title names, in the reader’s language', () => {
  const propose = (title: string, locale: 'en' | 'hi') => proposeTrade(title, categories, locale).skills;
  expect(propose('Paint 3BHK flat, with putty', 'en')).toEqual(['Wall painting', 'Putty']);
  expect(propose('Paint 3BHK flat', 'hi')).toEqual(['दीवार की पुताई']);
  expect(propose('घर की पुताई', 'hi')).toEqual(['दीवार की पुताई']);
  // A title that names only the trade: the trade is the skill.
  expect(propose('Painter needed', 'en')).toEqual(['Painting']);
  expect(propose('Painter needed', 'hi')).toEqual(['रंगाई-पुताई']);
});

test('proposes a category that an administrator added, by its name', () => {
  const own = [...categories, { id: 77, name: 'Drone surveys', nameHi: 'ड्रोन सर्वे', trade: null }];
  expect(getName('Drone over a field', own)).toBe('Drone surveys');
  expect(getName('ड्रोन से सर्वे', own)).toBe('Drone surveys');
});

test('proposes a category that an administrator has renamed, by the words of its trade', () => {
  const renamed = categories.map((category) =>
    category.name === 'Plumbing' ? { ...category, name: 'Bath fitters', nameHi: 'स्नानघर' } : category,
  );
  expect(getName('Leaking tap', renamed)).toBe('Bath fitters');
  expect(proposeTrade('Leaking tap', renamed, 'en').skills).toEqual(['Tap repair', 'Leak repair']);
});
