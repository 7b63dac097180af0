import { spawnSync } from 'node:child_process';
import { platform } from 'node:process';
import { expect, test } from 'vitest';
import { parseProcessorSeconds, readProcessorSeconds } from './processor-time.ts';

test('adds up the times of a process and of its ended children', () => {
  const stat = '42 (node (a) b) S 1 42 42 0 -1 4194560 1 2 3 4 150 50 1000 300 20 0 11 0 5 6 7';
  expect(parseProcessorSeconds(stat)).toBe(15);
  expect(parseProcessorSeconds('')).toBeNull();
  expect(parseProcessorSeconds('42 (node) S 1 42')).toBeNull();
});

test('counts what an ended child has used', () => {
  const before = readProcessorSeconds('self');
  spawnSync(process.execPath, ['-e', 'const end = Date.now() + 300; while (Date.now() < end);']);
  const after = readProcessorSeconds('self');
  const isCounted = before !== null && after !== null && after - before > 0.1;
  expect(isCounted).toBe(platform === 'linux');
});

test('knows nothing of a process that does not exist', () => {
  expect(readProcessorSeconds(999_999_999)).toBeNull();
});
