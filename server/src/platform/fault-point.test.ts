import { afterEach, expect, test, vi } from 'vitest';
import { faultPoint, onFaultPoint } from './fault-point.ts';

afterEach(() => {
  onFaultPoint(() => {});
  vi.unstubAllEnvs();
});

test('nothing happens at a fault point unless a test asks, and in production nobody may', () => {
  const passed: string[] = [];
  faultPoint('before_commit');
  onFaultPoint((point) => passed.push(point));
  faultPoint('after_commit');
  expect(passed).toEqual(['after_commit']);

  vi.stubEnv('NODE_ENV', 'production');
  expect(() => onFaultPoint(() => {})).toThrow('for tests only');
  vi.unstubAllEnvs();
});
