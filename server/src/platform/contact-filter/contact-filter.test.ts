import { HIDDEN } from '@fws/contract/platform/contact-data';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findContactData,
  findSpreadContactData,
  hideContactData,
  hideLastName,
  hideSpans,
  maskContactData,
} from './index.ts';

test.each([
  '9822012345',
  '+91 98220 12345',
  '+91-(982)-201-2345',
  '0091 98220 12345',
  '098220-12345',
  '98 22 01 23 45',
  '(020) 2543 1234',
  '25431234',
  '080 4123 4567',
  '1800 209 0000',
  '+971 50 123 4567',
  '९८२२०१२३४५',
  '98220\u200b12345',
  '98220\u00ad12345',
  '98220_12345',
  '98220 * 12345',
  '98,22,01,23,45',
  '98220👉👉12345',
  '9822O12345',
  '9B22Ol234S',
  '９８２２０１２３４５',
  '௯௮௨௨௦௧௨௩௪௫',
  '৯৮২২০১২৩৪৫',
  '➒➑➋➋⓿➊➋➌➍➎',
  '9️⃣8️⃣2️⃣2️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣',
  'nine eight double two zero one two three four five',
  'nineeighttwotwozeroonetwothreefourfive',
  'ninety eight twenty two 01 twenty three forty five',
  'नौ आठ दो दो शून्य एक दो तीन चार पाँच',
  'sattanve bais shunya ek 23 45',
  'ஒன்பது எட்டு இரண்டு இரண்டு பூஜ்ஜியம் ஒன்று இரண்டு மூன்று நான்கு ஐந்து',
  'ombadhu ettu rendu rendu poojyam onnu rendu moonu naalu anju',
  'rohan.joshi@mail.example',
  'rohan (at) mail (dot) example',
  'rohan at gmail dot com',
  'rohan at the rate gmail dot com',
  'रोहन एट जीमेल डॉट कॉम',
  'rohan@okaxis',
  'rohan.j-1@ybl',
  'rohan\u200b@okaxis',
  'rohan＠okaxis',
  'https://wa.me/919822012345?text=hi',
  'www.rohan.example/work',
  'rohanjoshi.in',
  'rohan.xyz',
  'rohan.top',
  'rohan-paints.plumbing',
  'जोशी.भारत',
  'rohanworks . app',
  '@rohan_works',
  '18.50741, 73.80765',
  '18°30\'26"N 73°48\'27"E',
  '7JCMGRXQ+2X',
])('hides %s', (contact) => {
  expect(hideContactData(`Call ${contact} today`)).toBe(`Call ${HIDDEN} today`);
});

test.each([
  'Two wardrobes, 2.1 m wide, 2.4 m high',
  'Rs 45,000 to 60,000, 18 mm plywood',
  'From 18 Dec 2026, 10 am to 6 pm, 3BHK on floor 12',
  'Pune 411038',
  'Chennai 600001, 2500 sq ft',
  'Work from 2026-12-18.',
  'A 4.5 kW plant on 1200 sq.ft, 2.5 sq.mm wire',
  'Between 8,50,000 and 9,50,000, or 9,00,000-9,75,000',
  'Sheets of 900*600*1800 mm, sizes 65, 70, 75, 80, 85',
  'On 8/12, 9/12 or 10/12, at 9:30 or 10:30',
  'Model WA80T4262NN, GSTIN 27AAPFU0939F1ZV, MH12AB1234',
  'Tiles @ 45 per sq ft, delivery @ home, bars @ 150 c/c',
  'Done with the wall.Please send a quote. Need a painter.in two days',
  'ASP.NET and Node.js, a B.Com student, plan.pdf',
  'We use Instagram reels. Facebook: Joshi Interiors',
  'Nine thousand eight hundred rupees for two to three days',
])('leaves "%s" as it is', (text) => {
  expect(hideContactData(text)).toBe(text);
});

test.each([
  ['number', 'Call 98220 12345'],
  ['words', 'Call nine eight two two zero one two three four five'],
  ['mail', 'Write to rohan@mail.example'],
  ['upi', 'Pay rohan@okaxis'],
  ['link', 'See rohan.xyz'],
  ['handle', 'insta: rohan_works'],
  ['position', 'At 18.50741, 73.80765'],
] as const)('names %s', (kind, text) => {
  expect(findContactData(text).map((span) => span.kind)).toEqual([kind]);
});

test('knows every top-level domain where something says that it is a site', () => {
  for (const ending of [
    'photography',
    'plumbing',
    'work',
    'is',
    'zip',
    'museum',
    'kitchen',
    'भारत',
    'рф',
    '公司',
  ])
    expect(hideContactData(`Visit rohanjoshi.${ending} for photos`)).toBe(`Visit ${HIDDEN} for photos`);
});

test('removes characters that are not seen, and keeps those that join letters', () => {
  expect(hideContactData('Pa\u200bint \u202ethe wall\u202c')).toBe('Paint the wall');
  expect(hideContactData('क्\u200dष')).toBe('क्\u200dष');
});

const hideSpread = (texts: readonly string[]): string[] =>
  findSpreadContactData(texts).map((spans, index) => hideSpans(texts[index] ?? '', spans));

test.each([
  [
    ['Call 98220', '12345 for the rest'],
    [`Call ${HIDDEN}`, `${HIDDEN} for the rest`],
  ],
  [
    ['98220', '12345'],
    [HIDDEN, HIDDEN],
  ],
  [
    ['My number starts with 98220', 'At 9 then?', 'and the rest is 12345'],
    [`My number starts with ${HIDDEN}`, 'At 9 then?', `and the rest is ${HIDDEN}`],
  ],
  [
    ['nine eight two two', 'zero one two', 'three four five'],
    [HIDDEN, HIDDEN, HIDDEN],
  ],
  [
    ['rohan', 'at gmail', 'dot com'],
    [HIDDEN, HIDDEN, HIDDEN],
  ],
  [
    ['www', 'rohanworks', '.shop'],
    [HIDDEN, HIDDEN, HIDDEN],
  ],
  [
    ['Tiling', 'asha@mail.example', 'Painting'],
    ['Tiling', HIDDEN, 'Painting'],
  ],
])('finds what is spread over %j', (texts, masked) => {
  expect(hideSpread(texts)).toEqual(masked);
});

test.each([
  [['75000', '15000']],
  [['PIN 700001', 'gate code 2345']],
  [['How many? 7', '850 sq ft', '2 days']],
  [['9 am', '10:30 also', '6 pm']],
  [['Budget 75000', '12345']],
])('leaves %j', (texts) => {
  expect(hideSpread(texts)).toEqual(texts);
});

test('hides a last name as a whole word only', () => {
  expect(hideLastName('Ask for Rohan joshi. Joshiwadi is near', 'Joshi')).toBe(
    `Ask for Rohan ${HIDDEN}. Joshiwadi is near`,
  );
  expect(hideLastName('रोहन जोशी को बुलाइए', 'जोशी')).toBe(`रोहन ${HIDDEN} को बुलाइए`);
  expect(hideLastName('A big job', 'K')).toBe('A big job');
});

const piece = fc.oneof(
  fc.constantFrom(
    '9822012345',
    '98220',
    '12345',
    'nine',
    'eight',
    'double',
    'नौ',
    '@',
    '.',
    '(at)',
    ' dot ',
    'gmail',
    'com',
    'okaxis',
    'insta',
    'rohan_works',
    'https://',
    'www.',
    '18.50741',
    '₹',
    'O',
    '9️⃣',
    '\u200b',
    '\u200d',
    ' ',
    ',',
    '-',
    '+91',
    '/',
    '•',
    'call ',
    ' at ',
    'rohan',
    'x',
    '7JCMGRXQ',
    '+2X',
    '\n',
    '😀',
    'MH12',
    'id',
    ':',
    'to',
    '25431234',
    ' rs ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const written = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''));

test('a masked text has no contact data, and everything outside of the hidden parts is untouched', () => {
  fc.assert(
    fc.property(written, (text) => {
      const spans = findContactData(text);
      let end = 0;
      for (const span of spans) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        expect(span.end).toBeGreaterThan(span.start);
        end = span.end;
      }
      expect(end).toBeLessThanOrEqual(text.length);
      const masked = maskContactData(text);
      expect(findContactData(masked)).toEqual([]);
      expect(maskContactData(masked)).toBe(masked);
      if (text.includes('•')) return;
      // What is left between the hidden parts stands in the original in the same order.
      let from = 0;
      for (const part of masked.split(HIDDEN)) {
        const at = text.indexOf(part, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + part.length;
      }
    }),
    { numRuns: 2_000 },
  );
});
