import { execFileSync } from 'node:child_process';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { moveClockTo, pickMovedClock } from './moved-clock.ts';

const now = new Date('2026-11-28T01:00:00.400Z');
const library = import.meta.filename;
const move = (at: string, env: NodeJS.ProcessEnv = {}) => moveClockTo(new Date(at), now, env, [library]);

test('moves the clock by seconds, forwards and back, from where it goes on', () => {
  expect(move('2026-11-28T01:01:00Z')).toMatchObject({ LD_PRELOAD: library, FAKETIME: '+60' });
  expect(move('2026-11-27T01:00:00Z')).toMatchObject({ FAKETIME: '-86400' });
  // A program whose clock is an hour ahead reads the time of an hour ahead.
  expect(move('2026-11-28T01:01:00Z', { FAKETIME: '+3600' })).toMatchObject({ FAKETIME: '+3660' });
});

test('without the library it says how to install it', () => {
  expect(() => moveClockTo(now, now, {}, ['/nowhere/libfaketime.so.1'])).toThrow(
    '--at needs libfaketime, on Linux: install it (for example "sudo apt-get install libfaketime").',
  );
});

test('picks the clock from an environment, and no other preloaded library', () => {
  const clock = move('2026-11-28T02:00:00Z');
  expect(pickMovedClock({ ...clock, HOME: '/root', PGDATA: '/data' })).toEqual(clock);
  expect(pickMovedClock({ LD_PRELOAD: '/usr/lib/libjemalloc.so.2' })).toEqual({});
});

test('the database and programs without our variables have the clock of the tests', async () => {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const program = execFileSync(process.execPath, ['-p', 'Date.now()'], {
    env: { ...pickMovedClock() },
    encoding: 'utf8',
  });
  for (const time of [Number(rows[0]?.now), Number(program)])
    expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
});
