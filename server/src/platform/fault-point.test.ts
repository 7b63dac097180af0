import { afterEach, expect, test, vi } from 'vitest';
import { faultPoint, onFaultPoint } from './fault-point.ts';

afterEach(() => {
  onFaultPoint(() => {});
  vi.unstubAllEnvs();
});

test('does nothing at a fault point without a handler, and refuses handlers in production', () => {
  const passed: string[] = [];
  faultPoint('before_commit');
  onFaultPoint((point) => passed.push(point));
  faultPoint('after_commit');
  expect(passed).toEqual(['after_commit']);

  vi.stubEnv('NODE_ENV', 'production');
  expect(() => onFaultPoint(() => {})).toThrow('for tests only');
  vi.unstubAllEnvs();
});
