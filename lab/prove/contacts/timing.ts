import { maskContactData } from '../../../server/src/platform/contact-filter/index.ts';

export const SHORT = 10_000;
export const LONG = 20_000;
/** A text of twice the length may take this many times as long. */
export const MAX_RATIO = 2.5;

/** Pieces of texts that make a filter try again: the beginnings of numbers and addresses that never become any. */
export const NASTY_PATTERNS: readonly string[] = [
  'a.',
  'a@',
  '@',
  'a.a@',
  'x@y.',
  'a-',
  'a_',
  '._%+-',
  'www.',
  'http://',
  'a.in ',
  '(at)',
  '[dot]',
  'a dot ',
  '9',
  '9 ',
  '9,',
  '9😀',
  '98 ',
  '98220 ',
  '1o',
  'one ',
  'nine',
  'double ',
  'and ',
  '9 and ',
  'नौ ',
  '९',
  '2/3-',
  '1:2',
  'insta ',
  'insta a_a_',
  'on insta ',
  'gmail.com ',
  'call 12345678 ',
  '7 rs ',
  '18.50741,',
  '18°',
  'GRXQ+',
  '\u200b',
  '•',
];

const repeatTo = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

const RUNS_A_SAMPLE = 4;

/**
 * The least processor time of several samples, because other programs only add to it. A sample has several runs, so that
 * its part of the collection of garbage is in it.
 */
function measureMs(text: string, samples: number): number {
  let leastMs = Infinity;
  for (let sample = 0; sample < samples; sample += 1) {
    const before = process.cpuUsage();
    for (let run = 0; run < RUNS_A_SAMPLE; run += 1) maskContactData(text);
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1_000 / RUNS_A_SAMPLE);
  }
  return leastMs;
}

/** Compiles the filter, and lets the engine grow the memory for young objects, as in a process that has run for a while. */
export function warmUp(): void {
  for (const pattern of NASTY_PATTERNS) measureMs(repeatTo(pattern, LONG), 3);
}

export interface Timing {
  pattern: string;
  shortMs: number;
  longMs: number;
  ratio: number;
}

export function measurePattern(pattern: string, samples: number): Timing {
  const [short, long] = [repeatTo(pattern, SHORT), repeatTo(pattern, LONG)];
  measureMs(long, 1); // compiles
  const [shortMs, longMs] = [measureMs(short, samples), measureMs(long, samples)];
  return { pattern, shortMs, longMs, ratio: longMs / shortMs };
}

const TRIES = 6;

/**
 * The least of several ratios, measured until one is small enough. Other programs and the collection of garbage make some
 * ratios large; time that grows with the square makes all of them large.
 */
export function measureLeastRatio(pattern: string, samples: number, maxRatio = MAX_RATIO): Timing {
  let least = measurePattern(pattern, samples);
  for (let count = 1; count < TRIES && least.ratio > maxRatio; count += 1) {
    const timing = measurePattern(pattern, samples);
    if (timing.ratio < least.ratio) least = timing;
  }
  return least;
}
