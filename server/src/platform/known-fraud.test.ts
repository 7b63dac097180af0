import { expect, test } from 'vitest';
import { looksLikeFraud } from './known-fraud.ts';

test.each([
  'Selected candidates pay a refundable security deposit of Rs 999',
  'Registration fees ₹499 only, salary 25000',
  'रजिस्ट्रेशन के लिए केवल ₹500 फीस जमा करें',
  'Like YouTube videos and earn daily',
  'Join our Telegram group for tasks',
  'Send the code of an Amazon gift card',
  'Give your bank account on rent and get commission',
  'Invest in USDT, double in a week, guaranteed profit',
  'Data entry work from home, earn 25,000 a month, no investment',
  'Security\u200b deposit of 999 first',
])('looks at %s', (text) => {
  expect(looksLikeFraud(['A job', text])).toBe(true);
});

test.each([
  'Two sliding wardrobes, 18 mm plywood, laminate outside',
  'Install a security camera and a video doorbell at the gate',
  'Registration of a new company with the ROC, all papers are ready',
  'Repair the deposit of lime on our water tank',
  'Training of five waiters for a wedding, uniform is provided by us',
  'Need typing of a 40 page Hindi thesis',
  'Tutor for class 10, fees by the month',
  'फीस की रसीदें छापनी हैं, 500 प्रतियाँ',
  'Paint the channel gate, ISMC 100',
])('passes %s', (text) => {
  expect(looksLikeFraud(['A job', text])).toBe(false);
});

test('words that are far apart are no pattern', () => {
  expect(looksLikeFraud([`registration ${'and then some other words '.repeat(5)} fee`])).toBe(false);
});
