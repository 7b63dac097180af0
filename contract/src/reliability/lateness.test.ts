import { expect, test } from 'vitest';
import { isWorkLate, type WorkedPart, type WorkTerms } from './lateness.ts';

const at = (day: string, time = '12:00'): number => Date.parse(`${day}T${time}:00+05:30`);
const part = (position: number, funded: string, handedIn: string, change: Partial<WorkedPart> = {}) => ({
  position,
  fundedMs: at(funded),
  handedInMs: at(handedIn),
  changeRequests: 0,
  ...change,
});
const TERMS: WorkTerms = {
  finishBy: '2026-11-20',
  startsOn: null,
  awardedMs: at('2026-11-10'),
  hasDispute: false,
  parts: [part(1, '2026-11-10', '2026-11-20')],
};
const judge = (change: Partial<WorkTerms>): boolean => isWorkLate({ ...TERMS, ...change });
const handedIn = (day: string, time?: string) => ({
  parts: [part(1, '2026-11-10', day, { handedInMs: at(day, time) })],
});

test('until the last minute of the agreed day, in India', () => {
  expect(judge(handedIn('2026-11-20', '23:59'))).toBe(false);
  expect(judge(handedIn('2026-11-21', '00:00'))).toBe(true);
  expect(judge({ ...handedIn('2026-12-21'), finishBy: null })).toBe(false);
});

test('each begun day that the work stood still for a payment moves the day', () => {
  const parts = [part(1, '2026-11-12', '2026-11-22')];
  expect(judge({ parts })).toBe(false);
  expect(judge({ parts: [part(1, '2026-11-12', '2026-11-23')] })).toBe(true);
  const second = (day: string) => [part(1, '2026-11-10', '2026-11-14'), part(2, '2026-11-17', day)];
  expect([judge({ parts: second('2026-11-23') }), judge({ parts: second('2026-11-24') })]).toEqual([
    false,
    true,
  ]);
  // Paid before the work of the first part was handed in.
  expect(judge({ parts: [part(1, '2026-11-10', '2026-11-14'), part(2, '2026-11-12', '2026-11-21')] })).toBe(
    true,
  );
});

test('a payment before the agreed start moves nothing', () => {
  const parts = [part(1, '2026-11-14', '2026-11-22')];
  expect([judge({ parts }), judge({ parts, startsOn: '2026-11-15' })]).toEqual([false, true]);
});

test('a change that the poster asked for, or a dispute, stops the judgement', () => {
  const late = handedIn('2026-11-25').parts;
  expect(judge({ parts: late, hasDispute: true })).toBe(false);
  const asked = [
    part(1, '2026-11-10', '2026-11-14', { changeRequests: 1 }),
    part(2, '2026-11-12', '2026-11-25'),
  ];
  expect(judge({ parts: asked })).toBe(false);
  // Of the last part, the first time that it was handed in counts.
  expect(judge({ parts: late.map((each) => ({ ...each, changeRequests: 2 })) })).toBe(true);
});

test('without work that was handed in nothing is late', () => {
  expect(judge({ parts: [part(1, '2026-11-10', '2026-11-25', { handedInMs: null })] })).toBe(false);
});
