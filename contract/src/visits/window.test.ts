import { expect, test } from 'vitest';
import { parseWindow, toVisitWindow } from './window.ts';

test('reads an agreed time as moments in India', () => {
  expect(toVisitWindow('2026-12-18', '16:00-18:00')).toEqual({
    startsMs: Date.parse('2026-12-18T16:00:00+05:30'),
    endsMs: Date.parse('2026-12-18T18:00:00+05:30'),
  });
  expect(toVisitWindow('2026-02-30', '16:00-18:00')).toBeNull();
  expect(toVisitWindow('2026-12-18', '18:00')).toBeNull();
});

test.each([
  ['16:00-16:30', 30],
  ['09:15-17:15', 480],
  ['00:00-00:30', 30],
])('takes %s', (text, length) => {
  const window = parseWindow(text);
  expect(window && window.untilMinutes - window.fromMinutes).toBe(length);
});

test.each(['16:00-16:29', '09:00-17:01', '18:00-16:00', '24:00-24:30', '9:00-11:00', '16:00 - 18:00', ''])(
  'refuses "%s"',
  (text) => {
    expect(parseWindow(text)).toBeNull();
  },
);
