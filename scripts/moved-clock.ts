import { existsSync } from 'node:fs';
import { UserError } from './user-error.ts';

/** Where the packages of Debian, Fedora and Arch put the library. */
const PLACES: readonly string[] = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1',
  '/usr/lib64/faketime/libfaketime.so.1',
  '/usr/lib/faketime/libfaketime.so.1',
];

const NAMES = [
  'LD_PRELOAD',
  'FAKETIME',
  'FAKETIME_DONT_FAKE_MONOTONIC',
  'FAKETIME_FORCE_MONOTONIC_FIX',
  'FAKETIME_SHARED',
] as const;

export type MovedClock = Partial<Record<(typeof NAMES)[number], string>>;

/**
 * The variables that move the clock of a program, and of all that it starts, to this moment, from where it goes on.
 * Durations stay as they are. The clock of this program may be moved already.
 */
export function moveClockTo(at: Date, now: Date, env: NodeJS.ProcessEnv, places = PLACES): MovedClock {
  const library = places.find((place) => existsSync(place));
  if (library === undefined)
    throw new UserError(
      '--at needs libfaketime, on Linux: install it (for example "sudo apt-get install libfaketime").',
    );
  const movedBy = Number(env['FAKETIME'] ?? 0);
  const seconds = movedBy + Math.round((at.getTime() - now.getTime()) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // Debian builds the opposite in. Threads that wait by the monotonic clock would spin, which stops Chromium.
    FAKETIME_FORCE_MONOTONIC_FIX: '0',
  };
}

/** The variables above, for a program that gets none of our other ones; empty when the clock is not moved. */
export function pickMovedClock(env: NodeJS.ProcessEnv = process.env): MovedClock {
  if (env['FAKETIME'] === undefined) return {};
  return Object.fromEntries(NAMES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
