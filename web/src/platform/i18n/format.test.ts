import { messages as en } from 'virtual:messages/en/start';
import { messages as hi } from 'virtual:messages/hi/start';
import { expect, test } from 'vitest';
import { formatDate, formatMonth, formatTime, formatTimeAgo } from './format.ts';
import { createLanguage } from './i18n.ts';

const { translate: inEnglish } = createLanguage('en', en);
const { translate: inHindi } = createLanguage('hi', hi);

test('a plain date is that day in every time zone', () => {
  expect(formatDate(inEnglish, '2026-12-18')).toBe('18 Dec 2026');
  expect(formatDate(inEnglish, '2026-09-01', { year: false })).toBe('1 Sep');
});

test('formats a moment in Indian time, in every time zone', () => {
  expect(formatDate(inEnglish, '2026-12-31T18:30:00Z')).toBe('1 Jan 2027');
  expect(formatTime(inEnglish, '2026-12-31T18:30:00Z')).toBe('12:00 am');
});

test.each([
  ['2026-11-20T18:45:00Z', '12:15 am', 'रात 12:15'],
  ['2026-11-20T05:11:00Z', '10:41 am', 'सुबह 10:41'],
  ['2026-11-20T06:30:00Z', '12:00 pm', 'दोपहर 12:00'],
  ['2026-11-20T13:54:00Z', '7:24 pm', 'शाम 7:24'],
  ['2026-11-20T14:30:00Z', '8:00 pm', 'रात 8:00'],
])('names the part of the day in Hindi: %s', (moment, english, hindi) => {
  expect(formatTime(inEnglish, moment)).toBe(english);
  expect(formatTime(inHindi, moment)).toBe(hindi);
});

test('dates keep Latin digits in Hindi', () => {
  expect(formatDate(inHindi, '2026-12-18')).toBe('18 दिस॰ 2026');
  expect(formatMonth(inHindi, '2026-12-31T18:30:00Z')).toBe('जन॰ 2027');
  expect(formatMonth(inEnglish, '2026-12-18')).toBe('Dec 2026');
});

test.each([
  ['2026-11-20T22:29:59Z', 'रात 3:59'],
  ['2026-11-20T22:30:00Z', 'सुबह 4:00'],
  ['2026-11-20T10:29:00Z', 'दोपहर 3:59'],
  ['2026-11-20T10:30:00Z', 'शाम 4:00'],
  ['2026-11-20T14:29:00Z', 'शाम 7:59'],
])('a part of the day begins at its hour: %s', (moment, hindi) => {
  expect(formatTime(inHindi, moment)).toBe(hindi);
});

const now = '2026-11-20T12:00:00Z';

test.each([
  ['2026-11-20T11:59:40Z', 'just now', 'अभी'],
  ['2026-11-20T11:59:00Z', '1 minute ago', '1 मिनट पहले'],
  ['2026-11-20T10:00:30Z', '1 hour ago', '1 घंटा पहले'],
  ['2026-11-20T10:00:00Z', '2 hours ago', '2 घंटे पहले'],
  ['2026-11-19T11:00:00Z', 'yesterday', 'कल'],
  ['2026-11-18T11:00:00Z', '2 days ago', '2 दिन पहले'],
  ['2026-11-13T11:00:00Z', '1 week ago', '1 हफ़्ता पहले'],
  ['2026-08-20T11:00:00Z', '3 months ago', '3 महीने पहले'],
  ['2025-11-20T12:00:00Z', '1 year ago', '1 साल पहले'],
])('uses the largest whole unit for the time since: %s', (moment, english, hindi) => {
  expect(formatTimeAgo(inEnglish, moment, now)).toBe(english);
  expect(formatTimeAgo(inHindi, moment, now)).toBe(hindi);
});

test('says "just now" for a future moment, as a clock that is behind has it', () => {
  expect(formatTimeAgo(inEnglish, '2026-11-20T15:00:00Z', now)).toBe('just now');
});
