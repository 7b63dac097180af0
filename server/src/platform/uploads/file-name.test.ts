import { expect, test } from 'vitest';
import { toFileName } from './file-name.ts';

test.each([
  ['photo.jpeg', 'photo.jpg'],
  ['C:\\Users\\asha\\wall colour.png', 'wall colour.jpg'],
  ['../../etc/passwd', 'passwd.jpg'],
  ['.htaccess', 'file.jpg'],
  ['', 'file.jpg'],
  ['दीवार का रंग.png', 'दीवार का रंग.jpg'],
  ['a"b\r\nSet-Cookie: x.png', 'a b Set-Cookie x.jpg'],
  ['invoice.pdf.exe', 'invoice.pdf.jpg'],
])('%j becomes %j', (declared, expected) => {
  expect(toFileName(declared, 'jpg')).toBe(expected);
});

test('truncates long names', () => {
  expect(toFileName('x'.repeat(500), 'pdf')).toBe(`${'x'.repeat(80)}.pdf`);
});
