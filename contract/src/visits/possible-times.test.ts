import { expect, test } from 'vitest';
import { comparePossibleTime, listPossibleTimes, type DeviceStep } from './possible-times.ts';
import { toVisitWindow } from './window.ts';

const at = (time: string): number => Date.parse(`2026-12-18T${time}:00+05:30`);
const window = toVisitWindow('2026-12-18', '16:00-18:00') ?? { startsMs: 0, endsMs: 0 };
const AGREED = Date.parse('2026-12-15T12:00:00+05:30');

const step = (received: string, says: Partial<DeviceStep> = {}): DeviceStep => ({
  device: 'phone',
  counter: 1,
  deviceMs: at(received),
  seenMs: at('15:51'),
  receivedMs: at(received),
  ...says,
});
const compare = (...steps: DeviceStep[]) =>
  listPossibleTimes(steps, AGREED).map((time) => comparePossibleTime(time, window));

test('takes the clock of a device at its word while it can be right', () => {
  expect(compare(step('20:30', { deviceMs: at('16:06') }))).toEqual(['in_time']);
  expect(compare(step('20:30', { deviceMs: at('18:01') }))).toEqual(['late']);
  expect(compare(step('20:30', { deviceMs: at('15:59') }))).toEqual(['early']);
});

test('a clock that cannot be right says nothing', () => {
  expect(compare(step('20:30', { deviceMs: at('15:50') }))).toEqual(['unclear']);
  expect(compare(step('20:30', { deviceMs: at('20:31') }))).toEqual(['unclear']);
  // The whole possible time lies before, in or after the agreed time.
  expect(compare(step('15:59', { deviceMs: at('17:00') }))).toEqual(['early']);
  expect(compare(step('17:00', { deviceMs: at('12:00'), seenMs: at('16:00') }))).toEqual(['in_time']);
  expect(compare(step('20:30', { deviceMs: at('16:30'), seenMs: at('18:01') }))).toEqual(['late']);
});

test('a possible time of more than 12 hours proves nothing', () => {
  const seenMs = at('08:00');
  expect(compare(step('20:00', { seenMs, deviceMs: at('16:30') }))).toEqual(['in_time']);
  expect(compare(step('20:01', { seenMs, deviceMs: at('16:30') }))).toEqual(['unclear']);
  expect(compare(step('20:01', { seenMs, deviceMs: at('19:30') }))).toEqual(['unclear']);
  expect(compare(step('16:30', { seenMs: null }))).toEqual(['unclear']);
});

test('steps of one device lie in the order of their numbers', () => {
  const later = step('17:00', { counter: 8, deviceMs: at('12:00'), seenMs: at('16:10') });
  // Received afterwards, but taken before: its end is that of the later one.
  const earlier = step('20:00', { counter: 7, deviceMs: at('12:00'), seenMs: at('16:05') });
  expect(listPossibleTimes([later, earlier], AGREED).map(({ untilMs }) => untilMs)).toEqual([
    at('17:00'),
    at('17:00'),
  ]);
  const next = step('20:30', { counter: 9, seenMs: null });
  expect(listPossibleTimes([later, next], AGREED)[1]?.fromMs).toBe(at('16:10'));
  expect(listPossibleTimes([later, { ...earlier, device: 'tablet' }], AGREED)[1]?.untilMs).toBe(at('20:00'));
  // A later receipt changes nothing about what was decided before.
  expect(compare(later, earlier)[0]).toBe(compare(later)[0]);
});

test('what contradicts itself leaves only the times of the server', () => {
  const impossible = step('16:30', { seenMs: at('19:00'), deviceMs: at('16:20') });
  expect(listPossibleTimes([impossible], AGREED)).toEqual([
    { fromMs: AGREED, untilMs: at('16:30'), deviceMs: null },
  ]);
  expect(
    listPossibleTimes([impossible], at('16:05')).map((time) => comparePossibleTime(time, window)),
  ).toEqual(['in_time']);
});
