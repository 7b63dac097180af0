import { expect, test } from 'vitest';
import { readFeeOptions } from './fee-options.ts';
import { readVerifyOptions } from './verify-options.ts';

const TODAY = '2026-11-21';
const readFees = (...args: string[]) => readFeeOptions(args, TODAY);

test('reads rates as percentages and omitted rates as zero', () => {
  expect(readFees()).toBeNull();
  expect(
    readFees(
      '--from',
      '2026-12-01',
      '--platform',
      '5',
      '--gst',
      '18',
      '--tds',
      '0.1',
      '--welfare-cap',
      '50',
      '--reason',
      ' Law ',
    ),
  ).toEqual({
    effectiveOn: '2026-12-01',
    platformFeeBps: 500,
    gstBps: 1800,
    tdsBps: 10,
    welfareBps: 0,
    welfareCapPaise: 50_00,
    reason: 'Law',
  });
});

test.each([
  [['--platform', '5'], '--from must be a date'],
  [['--from', '2026-13-01', '--reason', 'x'], '--from must be a date'],
  [['--from', TODAY, '--reason', 'x'], 'is not after today'],
  [['--from', '2026-12-01'], '--reason is required'],
  [['--from', '2026-12-01', '--reason', 'x', '--platform', '51'], '--platform is "51"'],
  [['--from', '2026-12-01', '--reason', 'x', '--gst', '-1'], '--gst'],
  [['--from', '2026-12-01', '--reason', 'x', '--tds', '0.001'], '--tds is "0.001"'],
  [['--fee', '5'], '--fee'],
])('reports %j in one line', (args, message) => {
  expect(() => readFees(...args)).toThrow(message);
});

test('verify asks the provider only when requested, and within limits', () => {
  expect(readVerifyOptions([])).toEqual({ provider: null, entry: null });
  expect(readVerifyOptions(['--provider'])).toEqual({
    entry: null,
    provider: { days: 30, limit: 200, statement: null },
  });
  const all = ['--provider', '--days', '7', '--limit', '9', '--statement', 'november.csv'];
  expect(readVerifyOptions(all)).toMatchObject({
    provider: { days: 7, limit: 9, statement: 'november.csv' },
  });
  expect(() => readVerifyOptions(['--statement', 'november.csv'])).toThrow('goes with --provider');
  expect(() => readVerifyOptions(['--provider', '--limit', '5001'])).toThrow('--limit is "5001"');
  expect(() => readVerifyOptions(['--fast'])).toThrow('--fast');
  expect(readVerifyOptions(['--entry', '42/3']).entry).toEqual({ txnId: 42, seq: 3 });
  for (const entry of ['42', '42/', '/3', '-1/3', '42/3/1'])
    expect(() => readVerifyOptions([`--entry=${entry}`]), entry).toThrow(`--entry is "${entry}"`);
});
