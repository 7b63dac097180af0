import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeForm, readForm } from '../platform/form.ts';
import { decodeForm } from '../platform/check.ts';
import { listExperienceProblems, parseWebLink, parseYears } from './model.ts';
import { updateProfileForm } from './wire.ts';

const name = fc
  .string({ minLength: 1, maxLength: 30 })
  .filter((text) => text.trim() !== '' && !text.includes('\0'));

test('decodes rows to what was encoded, including commas and brackets', () => {
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 10 }), (names) => {
      const companies = names.map((text) => text.trim());
      expect(readForm(updateProfileForm, encodeForm(updateProfileForm, { companies }))).toEqual({
        companies,
      });
    }),
  );
});

test('omitted fields are absent, empty fields are present', () => {
  expect(readForm(updateProfileForm, {})).toEqual({});
  expect(readForm(updateProfileForm, { about_description: '', skills: '' })).toEqual({
    about: '',
    skills: [],
  });
});

test('dates are month first on the wire', () => {
  const values = { from: ['2020-01-31', '2021-02-01'], ready: '2026-12-01' };
  const body = encodeForm(updateProfileForm, values);
  expect(body).toEqual({ 'working_from_date[]': '01-31-2020,02-01-2021', ready_for_project: '12-01-2026' });
  expect(readForm(updateProfileForm, body)).toEqual(values);
  expect(readForm(updateProfileForm, { ready_for_project: 'NO' })).toEqual({ ready: 'no' });
});

test('does not split the items of a list at their commas', async () => {
  const decoded = await decodeForm(updateProfileForm, {
    total_experience: [1, 2],
    working_company_name: ['Tata, Sons', 'B'],
    working_from_date: ['01-01-2001', '01-01-2003'],
    working_to_date: ['01-01-2002', '01-01-2005'],
  });
  expect(decoded).toMatchObject({
    ok: true,
    value: { experience: [{ years: 1, company: 'Tata, Sons' }, { company: 'B' }], skills: undefined },
  });
});

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
