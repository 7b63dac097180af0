import { expect, test } from 'vitest';
import { PositionHistory } from './history.ts';
import {
  findLatest,
  isLogPosition,
  NO_POSITION,
  parsePosition,
  PRIMARY_ONLY,
  toRecordEnd,
} from './position.ts';

const layout = { pageBytes: 8192, segmentBytes: 16 * 1024 * 1024 };

test('compares positions as texts', () => {
  const ascending = ['0/0', '0/9', '0/A', '0/FFFFFFFF', '1/0', '16/B374D848'].map(parsePosition);
  expect(ascending).toEqual(ascending.toSorted());
  expect(ascending.at(-1)).toBe('00000016B374D848');
  expect(findLatest([...ascending, '0000000000000001'])).toBe('00000016B374D848');
  expect(ascending.every((position) => position >= NO_POSITION && position < PRIMARY_ONLY)).toBe(true);
});

test('refuses what is no position', () => {
  expect(['', '0/0', '00000016b374d848', `${'0'.repeat(16)}0`, 7, undefined].filter(isLogPosition)).toEqual(
    [],
  );
  expect(() => parsePosition('nonsense')).toThrow('not a position of the log: nonsense');
});

test('takes the header of a page that has no record yet off an insert position', () => {
  const end = (lsn: string) => toRecordEnd(parsePosition(lsn), layout);
  expect(end('1/6018')).toBe(parsePosition('1/6000'));
  expect(end('1/3000028')).toBe(parsePosition('1/3000000'));
  for (const lsn of ['1/6020', '1/6028', '1/6000', '1/3000018A', '1/3000030'])
    expect(end(lsn)).toBe(parsePosition(lsn));
});

test('knows which position is fresh, and how old another may be', () => {
  const history = new PositionHistory();
  expect([history.findFreshPosition(0, 100), history.calculateLagMs('A', 0)]).toEqual([null, null]);
  for (const [askedAtMs, position] of [
    [0, 'A'],
    [50, 'A'],
    [100, 'B'],
    [150, 'C'],
  ] as const)
    history.note(askedAtMs, position);

  expect([150, 200, 225, 250, 251].map((nowMs) => history.findFreshPosition(nowMs, 100))).toEqual([
    'A',
    'B',
    'C',
    'C',
    null,
  ]);
  expect(['C', 'B', 'A', '9'].map((position) => history.calculateLagMs(position, 200))).toEqual([
    0, 100, 150, 200,
  ]);
});
