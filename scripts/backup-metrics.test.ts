import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** A folder with stand-ins for pgBackRest and psql. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fws-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const standIn = (name: string, script: string) =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

/** The form of `pgbackrest --output=json info`, version 2.54. */
const buildInfo = (ends: readonly number[]) =>
  JSON.stringify([
    {
      archive: [{ id: '15-1', max: '000000010000000000000009', min: '000000010000000000000001' }],
      backup: ends.map((stop) => ({
        archive: { start: '000000010000000000000003', stop: '000000010000000000000004' },
        lsn: { start: '0/3000028', stop: '0/4000050' },
        timestamp: { start: stop - 60, stop },
        type: 'full',
      })),
      name: 'fws',
      status: { code: 0, message: 'ok' },
    },
  ]);

function readMetrics(): Map<string, number> {
  const text = execFileSync('sh', ['deploy/pgbackrest/backup-metrics'], {
    env: { PATH: [folder, process.env['PATH']].join(delimiter) },
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line): [string, number] => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]),
  );
}

test('reports the newest backup and whether the archive fails', () => {
  standIn('pgbackrest', `echo '${buildInfo([1_795_000_000, 1_795_600_000, 1_795_300_000])}'`);
  standIn('psql', 'echo 1');
  const metrics = readMetrics();
  expect(metrics.get('fws_backup_timestamp_seconds')).toBe(1_795_600_000);
  expect(metrics.get('fws_wal_archive_failing')).toBe(1);
  expect(metrics.get('fws_backup_checked_timestamp_seconds')).toBeGreaterThan(1_790_000_000);
});

test('reports 0 without any backup', () => {
  standIn('pgbackrest', `echo '${buildInfo([])}'`);
  standIn('psql', 'echo 0');
  expect(readMetrics().get('fws_backup_timestamp_seconds')).toBe(0);
});

test.each(['pgbackrest', 'psql'])(
  'fails and prints nothing when %s fails, so that BackupsNotWatched fires',
  (name) => {
    standIn('pgbackrest', `echo '${buildInfo([1_795_000_000])}'`);
    standIn('psql', 'echo 0');
    standIn(name, 'exit 1');
    expect(readMetrics).toThrow(expect.objectContaining({ status: 1, stdout: '' }));
  },
);
