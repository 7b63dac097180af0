import { beforeEach, expect, test } from 'vitest';
import { createLog } from './log.ts';

let written: string[] = [];
const log = createLog((line) => written.push(line));
beforeEach(() => {
  written = [];
});

test('writes each entry as one line of JSON with its time in UTC, whatever its content', () => {
  const hostile =
    'asha\r\n{"time":"2026-01-01T00:00:00.000Z","level":"info","message":"forged"}\u2028\u0000\u001b[31m';
  log.info(hostile, { name: hostile, count: 3, gone: null });
  log.warn('careful');
  log.error('failed', new Error(hostile), { path: hostile });
  expect(written).toHaveLength(3);
  for (const line of written) {
    expect(line).toMatch(/^[^\r\n]+$/);
    expect(line).not.toMatch(/\p{Cc}/u);
    expect((JSON.parse(line) as { time: string }).time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'info',
    message: hostile,
    name: hostile,
    count: 3,
  });
  expect(JSON.parse(written[2] ?? '')).toMatchObject({
    level: 'error',
    message: 'failed',
    path: hostile,
    error: expect.stringContaining('forged'),
  });
});

test('logs that there was no error, and an error without its properties', () => {
  log.error('contradiction', null);
  log.error('failed', Object.assign(new Error('duplicate key'), { detail: 'Key (mobile)=(9876543210)' }));
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ message: 'contradiction', error: 'null' });
  expect(written[1]).toContain('duplicate key');
  expect(written[1]).not.toContain('9876543210');
});

test('redacts secret fields', () => {
  log.warn('careless', {
    otp: '482913',
    aadhaar: '234567890123',
    accountNumber: '00112233',
    code: 'expired',
  });
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    message: 'careless',
    otp: '[Redacted]',
    aadhaar: '[Redacted]',
    accountNumber: '[Redacted]',
    code: 'expired',
  });
});
