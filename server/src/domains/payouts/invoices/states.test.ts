import { expect, test } from 'vitest';
import { isRegisteredInState, formatState } from './states.ts';

test.each([
  ['Kothrud, Pune, Maharashtra 411038', 'Maharashtra (27)'],
  ['Kothrud, Pune, maharashtra', 'Maharashtra (27)'],
  ['Karol Bagh, Central Delhi, Delhi 110005', 'Delhi (07)'],
  ['Chandigarh Road, Ludhiana, Punjab', 'Punjab (03)'],
  ['Kharar, Chandigarh, Punjab 140301', 'Punjab (03)'],
  ['Kothrud, Pune', 'Kothrud, Pune'],
])('%s is in %s', (place, state) => {
  expect(formatState(place)).toBe(state);
});

/** State codes of the GST council; 25 and 28 were merged into others. */
const CODES = `01 Jammu and Kashmir
02 Himachal Pradesh
03 Punjab
04 Chandigarh
05 Uttarakhand
06 Haryana
07 Delhi
08 Rajasthan
09 Uttar Pradesh
10 Bihar
11 Sikkim
12 Arunachal Pradesh
13 Nagaland
14 Manipur
15 Mizoram
16 Tripura
17 Meghalaya
18 Assam
19 West Bengal
20 Jharkhand
21 Odisha
22 Chhattisgarh
23 Madhya Pradesh
24 Gujarat
26 Dadra and Nagar Haveli and Daman and Diu
27 Maharashtra
29 Karnataka
30 Goa
31 Lakshadweep
32 Kerala
33 Tamil Nadu
34 Puducherry
35 Andaman and Nicobar Islands
36 Telangana
37 Andhra Pradesh
38 Ladakh`.split('\n');

test.each(CODES)('knows the state code %s', (line) => {
  const [code, name] = [line.slice(0, 2), line.slice(3)];
  expect(formatState(`Somewhere, ${name} 411038`)).toBe(`${name} (${code})`);
});

test('a place is in the state of a GSTIN only when their state codes are equal', () => {
  expect(isRegisteredInState('27AAPFU0939F1ZV', 'Pune, Maharashtra')).toBe(true);
  expect(isRegisteredInState('29AAPFU0939F1ZR', 'Pune, Maharashtra')).toBe(false);
  expect(isRegisteredInState('29AAPFU0927F1ZR', 'Pune, Maharashtra')).toBe(false);
  expect(isRegisteredInState('27AAPFU0939F1ZV', 'Pune')).toBe(false);
  // Without a GSTIN there is no state, not the same one as for a place that names none.
  expect(isRegisteredInState(null, 'Pune, Maharashtra')).toBe(false);
  expect(isRegisteredInState(null, 'Pune')).toBe(false);
});
