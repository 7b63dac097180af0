import { expect, test } from 'vitest';
import { listExperienceProblems, parseWebLink, parseYears } from './model.ts';

test.each([
  ['shaikhwoodwork.example', 'https://shaikhwoodwork.example/'],
  [' http://a.in/work?x=1#top ', 'http://a.in/work?x=1#top'],
  ['a.in:8443/me', 'https://a.in:8443/me'],
  ['', ''],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt://a.in/%0aalert(1)', null],
  ['data:text/html,a.b', null],
  ['https://user@a.in', null],
  ['localhost', null],
  ['not a link', null],
  ['https://', null],
])('parses the web link %j', (text, link) => {
  expect(parseWebLink(text)).toBe(link);
});

test.each([
  ['2', 2],
  ['२.५', 2.5],
  [' 12 ', 12],
  ['0', 0],
  ['', null],
  ['-1', null],
  ['2.55', null],
  ['100', null],
  ['1e1', null],
])('parses %j years', (text, years) => {
  expect(parseYears(text)).toBe(years);
});

test('reports at most one problem per field, in reading order', () => {
  const rows = [
    { years: '', company: '', from: '', to: '' },
    { years: '2', company: 'A', from: '2026-11-20', to: '2026-11-22' },
    { years: '2', company: 'A', from: '2026-11-20', to: '2026-11-19' },
  ];
  expect(
    listExperienceProblems(rows, '2026-11-20').map(({ row, field, code }) => `${row} ${field} ${code}`),
  ).toEqual([
    '0 years profile.years_required',
    '0 company profile.company_required',
    '0 from profile.from_required',
    '0 to profile.to_required',
    '1 to profile.date_in_future',
    '2 to profile.to_before_from',
  ]);
});
