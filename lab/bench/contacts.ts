import {
  LONG,
  MAX_RATIO,
  measureLeastRatio,
  NASTY_PATTERNS,
  SHORT,
  warmUp,
} from '../prove/contacts/timing.ts';
import { readOptions } from './options.ts';

// Does the time of the contact filter grow with the length of a text? Patterns that make a filter try again, repeated to two
// lengths.

// npm run bench:contacts -- [--samples N of each pattern and length]

const { samples } = readOptions(process.argv.slice(2), { samples: 10 });

warmUp();
let worst = 0;
for (const pattern of NASTY_PATTERNS) {
  const { shortMs, longMs, ratio } = measureLeastRatio(pattern, samples);
  worst = Math.max(worst, ratio);
  const times = `${shortMs.toFixed(2).padStart(8)} ms ${longMs.toFixed(2).padStart(8)} ms`;
  console.log(`${JSON.stringify(pattern).padEnd(20)} ${times}   ratio ${ratio.toFixed(2)}`);
}
console.log(
  `${LONG} characters compared with ${SHORT}, worst ratio ${worst.toFixed(2)} (at most ${MAX_RATIO})`,
);
