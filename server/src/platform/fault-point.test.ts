import { afterEach, expect, test, vi } from 'vitest';
import { reachFaultPoint, setFaultPointHandler } from './fault-point.ts';

afterEach(() => {
  setFaultPointHandler(() => {});
  vi.unstubAllEnvs();
});

test('does nothing at a fault point without a handler, and refuses handlers in production', () => {
  const passed: string[] = [];
  reachFaultPoint('before_commit');
  setFaultPointHandler((point) => passed.push(point));
  reachFaultPoint('after_commit');
  expect(passed).toEqual(['after_commit']);

  vi.stubEnv('NODE_ENV', 'production');
  expect(() => setFaultPointHandler(() => {})).toThrow('for tests only');
  vi.unstubAllEnvs();
});
