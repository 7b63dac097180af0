import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { platform } from 'node:process';
import { expect, test } from 'vitest';
import { parseStat, watchProcessorTime } from './processor-time.ts';

const BUSY = 'const end = Date.now() + 20_000; while (Date.now() < end);';
const isLinux = platform === 'linux';

test('reads the times of a process, not those of its children', () => {
  const stat = '42 (node (a) b) S 1 42 42 0 -1 4194560 1 2 3 4 150 50 1000 300 20 0 11 0 5678 6 7';
  expect(parseStat(stat)).toEqual({ pid: 42, parent: 1, startedAt: '5678', seconds: 2 });
  expect(parseStat('')).toBeNull();
  expect(parseStat('42 (node) S 1 42')).toBeNull();
});

test.runIf(isLinux)('counts a process whose parent has ended, and that is killed', async () => {
  const time = watchProcessorTime(process.pid);
  // The shell in between ends before the process that it started.
  const script = `"$0" -e '${BUSY}' & echo $!; sleep 1.2`;
  const child = spawn('sh', ['-c', script, process.execPath], { stdio: ['ignore', 'pipe', 'ignore'] });
  time.add(child.pid ?? 0);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  await once(child, 'exit');
  const pid = Number(line.toString());
  // Longer than the time between two looks.
  const readSeconds = () => parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.seconds;
  await expect.poll(readSeconds, { timeout: 30_000 }).toBeGreaterThan(0.8);
  process.kill(pid, 'SIGKILL');
  const [, ofChild = 0] = time.stop() ?? [];
  expect(ofChild).toBeGreaterThan(0.1);
});

test('knows nothing of processes that do not exist', () => {
  expect(watchProcessorTime(999_999_999).stop()).toBeNull();
});
