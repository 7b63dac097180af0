import { expect, test } from 'vitest';
import { HIDDEN, hideContactData, hideLastName } from './contact-data.ts';

test.each([
  '9822012345',
  '+91 98220 12345',
  '098220-12345',
  '98 22 01 23 45',
  '(020) 2543 1234',
  '25431234',
  '९८२२०१२३४५',
  'rohan.joshi@mail.example',
  'rohan (at) mail (dot) example',
  'rohan at gmail dot com',
  'rohan@okaxis',
  'rohan.j-1@ybl',
  'https://wa.me/919822012345?text=hi',
  'www.rohan.example/work',
  'rohanjoshi.in',
  '@rohan_works',
  '18.50741, 73.80765',
  '7JCMGRXQ+2X',
  '98220\u200b12345',
  '98220\u00ad12345',
  '98220_12345',
  '98220 * 12345',
  '９８２２０１２３４５',
  '௯௮௨௨௦௧௨௩௪௫',
  '৯৮২২০১২৩৪৫',
  '9️⃣8️⃣2️⃣2️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣',
  'rohan\u200b@okaxis',
  'rohan＠okaxis',
])('hides %s', (contact) => {
  expect(hideContactData(`Call ${contact} today`)).toBe(`Call ${HIDDEN} today`);
});

test.each([
  'Two wardrobes, 2.1 m wide, 2.4 m high',
  'Rs 45,000 to 60,000, 18 mm plywood',
  'From 18 Dec 2026, 10 am to 6 pm, 3BHK on floor 12',
  'Pune 411038',
  'Work from 2026-12-18.',
  'A 4.5 kW plant on 1200 sq.ft',
])('leaves "%s" as it is', (text) => {
  expect(hideContactData(text)).toBe(text);
});

test('removes characters that are not seen, and keeps those that join letters', () => {
  expect(hideContactData('Pa\u200bint \u202ethe wall\u202c')).toBe('Paint the wall');
  expect(hideContactData('क्\u200dष')).toBe('क्\u200dष');
});

test('hides a last name as a whole word only', () => {
  expect(hideLastName('Ask for Rohan joshi. Joshiwadi is near', 'Joshi')).toBe(
    `Ask for Rohan ${HIDDEN}. Joshiwadi is near`,
  );
  expect(hideLastName('रोहन जोशी को बुलाइए', 'जोशी')).toBe(`रोहन ${HIDDEN} को बुलाइए`);
  expect(hideLastName('A big job', 'K')).toBe('A big job');
});
