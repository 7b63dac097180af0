import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  correctIfsc,
  isAadhaar,
  isEmail,
  isGstin,
  isIfsc,
  isPan,
  isUpiId,
  maskAadhaar,
  normaliseAccountNumber,
  normaliseIfsc,
  normaliseEmail,
  normaliseMobile,
  normaliseUpiId,
  parsePanHolder,
  toLatinDigits,
} from './identifiers.ts';

const digit = fc.integer({ min: 0, max: 9 });

/** Completes eleven digits to a number that passes, by trying the ten check digits. */
function completeAadhaar(firstEleven: string): string | undefined {
  return Array.from({ length: 10 }, (_, check) => `${firstEleven}${check}`).find(isAadhaar);
}

const aadhaar = fc
  .tuple(fc.integer({ min: 2, max: 9 }), fc.array(digit, { minLength: 10, maxLength: 10 }))
  .map(([first, rest]) => completeAadhaar(`${first}${rest.join('')}`))
  .filter((number) => number !== undefined);

test('Aadhaar numbers pass Verhoeff, begin with 2 to 9 and are not palindromes', () => {
  expect(isAadhaar('234123412346')).toBe(true);
  expect(isAadhaar('234123412347')).toBe(false);
  expect(isAadhaar('123412341234')).toBe(false);
  expect(isAadhaar('222222222222')).toBe(false);
  expect(isAadhaar('2341 2341 2346')).toBe(false);
});

test('rejects an Aadhaar number with a mistyped digit or two swapped neighbours', () => {
  fc.assert(
    fc.property(
      aadhaar,
      fc.integer({ min: 0, max: 11 }),
      fc.integer({ min: 1, max: 9 }),
      (number, at, shift) => {
        const digits = Array.from(number);
        digits[at] = String((Number(digits[at]) + shift) % 10);
        expect(isAadhaar(digits.join(''))).toBe(false);
      },
    ),
  );
  fc.assert(
    fc.property(aadhaar, fc.integer({ min: 0, max: 10 }), (number, at) => {
      fc.pre(number[at] !== number[at + 1]);
      const swapped = `${number.slice(0, at)}${number[at + 1]}${number[at]}${number.slice(at + 2)}`;
      expect(isAadhaar(swapped)).toBe(false);
    }),
  );
});

test('masks all but the last four digits of an Aadhaar number', () => {
  expect(maskAadhaar('234123412346')).toBe('XXXX XXXX 2346');
});

test('recognises a PAN and the kind of its holder', () => {
  expect(isPan('ABCPE1234F')).toBe(true);
  expect(isPan('abcpe1234f')).toBe(false);
  expect(isPan('ABCPE12345')).toBe(false);
  expect(isPan('ABCXE1234F')).toBe(false);
  expect(parsePanHolder('ABCPE1234F')).toBe('person');
  expect(parsePanHolder('ABCCE1234F')).toBe('company');
  expect(parsePanHolder('ABCHE1234F')).toBe('huf');
  expect(parsePanHolder('AAPFU0939F')).toBe('firm');
  expect(parsePanHolder('ABCTE1234F')).toBe('other');
  expect(parsePanHolder('nonsense')).toBeNull();
});

test('validates a GSTIN by its check character', () => {
  expect(isGstin('27AAPFU0939F1ZV')).toBe(true);
  expect(isGstin('29AAGCB7383J1Z4')).toBe(true);
  expect(isGstin('27AAPFU0939F1Z')).toBe(false);
});

test('rejects a GSTIN with any single wrong character', () => {
  const good = '27AAPFU0939F1ZV';
  const character = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split(''));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 14 }), character, (at, wrong) => {
      fc.pre(good[at] !== wrong);
      expect(isGstin(good.slice(0, at) + wrong + good.slice(at + 1))).toBe(false);
    }),
  );
});

test('recognises an IFSC and a UPI ID', () => {
  expect(isIfsc('HDFC0000001')).toBe(true);
  expect(isIfsc('HDFC1000001')).toBe(false);
  expect(isIfsc('hdfc0000001')).toBe(false);
  expect(isUpiId('asha.kale-1@okhdfcbank')).toBe(true);
  expect(isUpiId('9876543210@ybl')).toBe(true);
  expect(isUpiId('asha@')).toBe(false);
  expect(isUpiId('asha@1bank')).toBe(false);
  expect(isUpiId('asha@example.in')).toBe(false);
});

test.each([
  ['5010 0417 7044-17', '50100417704417'],
  [' ५०१०० ४१७७० ', '5010041770'],
  ['50100a', '50100a'],
])('reads the account number %s', (typed, number) => {
  expect(normaliseAccountNumber(typed)).toBe(number);
});

test.each([
  ['sbin 000-1234', 'SBIN0001234'],
  [' Hdfc0०००००1', 'HDFC0000001'],
])('reads the IFSC %s', (typed, ifsc) => {
  expect(normaliseIfsc(typed)).toBe(ifsc);
  expect(isIfsc(normaliseIfsc(typed))).toBe(true);
});

test.each([
  ['SBINO001234', 'SBIN0001234'],
  ['HDFCO00OOO1', 'HDFC000OOO1'],
  ['SBIN0001234', null],
  ['SBINO00123', null],
  ['SBI0O001234', null],
])('for the IFSC %s offers %s', (typed, offered) => {
  expect(correctIfsc(typed)).toBe(offered);
});

test.each([
  ['Asha.Kale @ OKHDFCBANK', 'asha.kale@okhdfcbank'],
  [' 98765 43210@ybl ', '9876543210@ybl'],
  ['asha. kale- 1@okaxis', 'asha.kale-1@okaxis'],
  ['९८७६५४३२१०@ybl', '9876543210@ybl'],
])('reads the UPI ID %s', (typed, upiId) => {
  expect(normaliseUpiId(typed)).toBe(upiId);
});

test('keeps a space between the words of a UPI ID, which could join two people', () => {
  expect(isUpiId(normaliseUpiId('asha kale@okaxis'))).toBe(false);
});

test.each([
  ['9876543210'],
  ['09876543210'],
  ['+91 98765 43210'],
  ['919876543210'],
  ['0091-9876543210'],
  ['(98765) 43210'],
  ['+91 098765 43210'],
  ['091 98765 43210'],
  ['९८७६५४३२१०'],
])('normalises the mobile number %s', (typed) => {
  expect(normaliseMobile(typed)).toBe('+919876543210');
});

test('does not take the 91 at the start of a ten-digit number for a country code', () => {
  expect(normaliseMobile('9198765432')).toBe('+919198765432');
});

test.each([[''], ['5876543210'], ['98765432'], ['98765432101'], ['+1 415 555 2671'], ['98765abcde']])(
  'rejects the mobile number %s',
  (typed) => {
    expect(normaliseMobile(typed)).toBeNull();
  },
);

test.each([
  ['Asha@Example.IN', 'asha@example.in'],
  ['asha@उदाहरण.भारत', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
  ['asha@bücher.example', 'asha@xn--bcher-kva.example'],
  ['asha@xn--p1b6ci4b4b3a.xn--h2brj9c', 'asha@xn--p1b6ci4b4b3a.xn--h2brj9c'],
])('reads the e-mail address %s', (typed, email) => {
  expect(normaliseEmail(typed)).toBe(email);
  expect(isEmail(email)).toBe(true);
});

test.each(['राम@उदाहरण.भारत', 'asha@1.2', 'asha@उदाहरण.भारत/x', 'a@b@उदाहरण.भारत', 'asha@।भारत', 'asha'])(
  '%s is no e-mail address',
  (typed) => {
    expect(isEmail(normaliseEmail(typed))).toBe(false);
  },
);

test('converts digits of Indian scripts', () => {
  expect(toLatinDigits('४११०३८ ৪১১ ௪௧௧ 7')).toBe('411038 411 411 7');
});

test.each([['asha@example.in'], ["o'neil+fws@mail.example.co.in"], ['a@b-c.in']])(
  'accepts the e-mail address %s',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

test.each([
  ['asha'],
  ['asha@example'],
  ['@example.in'],
  ['a..b@example.in'],
  ['.a@example.in'],
  ['a.@example.in'],
  ['a b@example.in'],
  ['a@-example.in'],
  [`${'a'.repeat(65)}@example.in`],
  [`a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(10)}.in`],
])('rejects the e-mail address %s', (text) => {
  expect(isEmail(text)).toBe(false);
});
