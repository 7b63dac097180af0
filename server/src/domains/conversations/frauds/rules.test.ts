import { expect, test } from 'vitest';
import { findFraud } from './rules.ts';

test.each([
  ['fee', 'Please first send ₹500 registration fee, then I confirm you'],
  ['fee', 'Security deposit of 999 is refundable, pay today'],
  ['fee', 'पहले रजिस्ट्रेशन की फीस ₹499 भेज दीजिए'],
  ['fee', 'registration charge 300 rupaye bhejo'],
  ['fee', 'ID card fee 250 to be paid before joining'],
  ['qr', 'Scan this QR and you will receive the advance'],
  ['qr', 'QR code scan karo paise mil jayenge'],
  ['qr', 'यह क्यूआर कोड स्कैन करें, आपको पैसे वापस मिलेंगे'],
  ['gift', 'Buy an Amazon gift card and send the number'],
  ['gift', 'गूगल प्ले का कार्ड लेकर नंबर दें'],
  ['code', 'You will get an OTP, tell me the number'],
  ['code', 'जो ओटीपी आया है वह बता दीजिए'],
  ['code', 'otp bata do jaldi'],
  ['code', 'Enter your UPI PIN and share a screenshot'],
  ['app', 'Message me on Telegram for the details'],
  ['app', 'whatsapp par baat karte hain'],
  ['app', 'व्हाट्सएप पर बात करें'],
  ['code', 'O\u200bTP please sh\u200bare'],
] as const)('warns of %s: %s', (kind, text) => {
  expect(findFraud(text, false)).toBe(kind);
});

test.each([
  'My charges are ₹300 for the visit, the rest after the work',
  'Labour charge 4500, material extra. Pay by milestone',
  'Please send the advance milestone, I start on Monday',
  'What is the PIN code of the place? Please send it',
  'The door code is on the wall, ask the guard',
  'Fit a security camera, wire and form work are included',
  'I need a gift box of 40 by 30 cm in plywood',
  'Bring the ID card for the gate pass of the society',
  'The water pipe returns to the tank, I refund the old tap',
  'दरवाज़े का कोड गार्ड से पूछ लें',
  'मज़दूरी के 4500, सामान अलग। काम के बाद दें',
  'Do you take uniform sizes before the delivery?',
  'Signal wire for the gate motor is 12 m',
  'Please read the plan and tell me the height',
  'The amazon box came broken, can you mend the shelf?',
  'फीस की रसीदें छापनी हैं, 500 प्रतियाँ',
])('does not warn of %s', (text) => {
  expect(findFraud(text, false)).toBeNull();
});

test('people who agreed on a job may use another app; what costs money stays a fraud', () => {
  expect(findFraud('Message me on WhatsApp when you are at the gate', true)).toBeNull();
  expect(findFraud('Send ₹500 registration fee', true)).toBe('fee');
});
