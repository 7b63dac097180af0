import { expect, test } from 'vitest';
import { Faults } from './faults.ts';
import { readScanner } from './scanner.ts';

function read(setting: string | undefined, mode: 'development' | 'production', sandboxPort: number | null) {
  const faults = new Faults();
  const address = readScanner(setting, { mode, sandboxPort, faults });
  faults.throwIfAny();
  return address;
}

test.each([
  ['tcp://127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['tcp://clamav.internal:3310', { host: 'clamav.internal', port: 3310 }],
  ['tcp://[::1]:3310', { host: '::1', port: 3310 }],
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['none', null],
])('reads %s', (setting, address) => {
  expect(read(setting, 'production', null)).toEqual(address);
});

test('development uses the sandbox’s scanner where there is one', () => {
  expect(read(undefined, 'development', 4444)).toEqual({ host: '127.0.0.1', port: 4444 });
  expect(read(undefined, 'development', null)).toBeNull();
});

test('production requires a scanner or an explicit "none"', () => {
  expect(() => read(undefined, 'production', null)).toThrow(/^FILE_SCANNER is not set/);
});

test.each(['clamd', 'tcp://127.0.0.1', 'tcp://127.0.0.1:0', 'tcp://127.0.0.1:70000', 'unix:clamd.ctl', ''])(
  'refuses "%s"',
  (setting) => {
    expect(() => read(setting, 'development', 4444)).toThrow(/^FILE_SCANNER is wrong/);
  },
);
