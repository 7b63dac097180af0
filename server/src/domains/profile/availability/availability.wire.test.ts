import { afterAll, beforeAll, expect, test } from 'vitest';
import { personDetail } from '@fws/contract/connections/calls';
import { toIstDate } from '@fws/contract/platform/dates';
import { addCertificates, ownAvailability, ownProfile, setAvailability } from '@fws/contract/profile/calls';
import { startWorld, type World } from '../../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ clockStopped: true });
});
afterAll(() => world.close());

const inDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * 24 * 3600_000));

test('says when somebody usually takes work, to them and to everybody who sees them', async () => {
  const [worker, reader] = [await world.user(), await world.user()];
  const before = await worker.done(ownAvailability, {});
  expect(before).toEqual({ availability: null, version: before.version });
  const availability = {
    days: ['mon', 'wed', 'sat'],
    hours: { from: '09:00', to: '18:30' },
    holidays: [
      { from: inDays(3), to: inDays(9) },
      { from: inDays(20), to: inDays(20) },
    ],
    awayUntil: inDays(2),
  };
  const saved = await worker.done(setAvailability, {
    version: before.version,
    days: ['sat', 'mon', 'wed', 'mon'],
    hoursFrom: '09:00',
    hoursTo: '18:30',
    // Out of order, overlapping, and one that is over.
    holidaysFrom: [inDays(20), inDays(5), inDays(3), inDays(-9)],
    holidaysTo: [inDays(20), inDays(9), inDays(6), inDays(-8)],
    awayUntil: inDays(2),
  });
  expect(saved).toEqual({ availability, version: saved.version });
  expect(saved.version).not.toBe(before.version);
  expect(await worker.done(ownAvailability, {})).toEqual(saved);
  expect((await worker.done(ownProfile, {})).availability).toEqual(availability);
  expect((await reader.done(personDetail, { userId: String(worker.id) })).availability).toEqual(availability);
  expect((await reader.done(ownAvailability, {})).availability).toBeNull();
  const papers = {
    certificates: new File(
      ['%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\n0 1\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n'],
      'a.pdf',
    ),
  };
  expect((await worker.done(addCertificates, {}, { files: papers })).availability).toEqual(availability);
});

test('says nothing any more where nothing is given, or all of it is over', async () => {
  const worker = await world.user();
  await worker.done(setAvailability, { days: ['sun'] });
  expect((await worker.done(setAvailability, {})).availability).toBeNull();
  await worker.done(setAvailability, { days: ['sun'] });
  const over = { holidaysFrom: [inDays(-2)], holidaysTo: [inDays(-1)], awayUntil: inDays(0) };
  expect((await worker.done(setAvailability, over)).availability).toBeNull();
  expect((await worker.done(ownProfile, {})).availability).toBeNull();
});

test('a second tab does not undo what the first has saved', async () => {
  const worker = await world.user();
  const { version } = await worker.done(ownAvailability, {});
  await worker.done(setAvailability, { version, days: ['mon'] });
  expect(await worker.call(setAvailability, { version, days: ['tue'] })).toMatchObject({
    httpStatus: 409,
    message: 'This was changed elsewhere after you opened it. Please look at it again',
  });
  expect((await worker.done(ownAvailability, {})).availability?.days).toEqual(['mon']);
});

const days = (count: number) => Array.from({ length: count }, (_, index) => inDays(2 * index));

test.each([
  ['a day that is none', { days: ['funday'] as never }, { days: 'Please choose from the days of the week' }],
  ['one end of the hours', { hoursFrom: '09:00' }, { hoursTo: 'Please enter both times, or none' }],
  ['the other end', { hoursTo: '09:00' }, { hoursFrom: 'Please enter both times, or none' }],
  [
    'no hours between them',
    { hoursFrom: '09:00', hoursTo: '09:00' },
    { hoursTo: 'The end must be another time than the start' },
  ],
  [
    'a time that is none',
    { hoursFrom: '24:00', hoursTo: '09:00' },
    { hoursFrom: 'Please enter a time such as 09:00' },
  ],
  ['a date that is none', { awayUntil: '2026-02-30' }, { awayUntil: 'Please choose a date' }],
  [
    'a holiday that ends before it begins',
    { holidaysFrom: ['2026-12-02'], holidaysTo: ['2026-12-01'] },
    { holidaysTo: 'Please choose the first and the last day of each holiday' },
  ],
  [
    'a holiday without an end',
    { holidaysFrom: ['2026-12-02'] },
    { holidaysTo: 'Please choose the first and the last day of each holiday' },
  ],
])('refuses %s beside its field', async (_, values, errors) => {
  expect(await (await world.user()).call(setAvailability, values)).toMatchObject({ httpStatus: 422, errors });
});

test('takes twenty holidays and no more', async () => {
  const worker = await world.user();
  const send = (count: number) =>
    worker.call(setAvailability, { holidaysFrom: days(count), holidaysTo: days(count) });
  expect((await send(20)).httpStatus).toBe(200);
  expect(await send(21)).toMatchObject({
    httpStatus: 422,
    errors: { holidaysFrom: 'Please add at most 20 holidays' },
  });
});
