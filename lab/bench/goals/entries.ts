import type { GoalRow } from './table.ts';

/** A benchmark that `npm run bench` runs, and how its goals are read from what it prints. */
export interface Entry {
  name: string;
  /** In `bench/`, and run as `npm run bench:<name>` with these arguments: as measured, and as small as possible. */
  args: { full: readonly string[]; small: readonly string[] };
  /** Not run unless it is named, because it installs programs or needs much disk. */
  isOptional?: true;
  /** What it prints last when it fails only because a goal is missed. */
  missedEnding?: RegExp;
  /** Throws when the output lacks a figure. */
  readGoals: (output: string) => GoalRow[];
}

/** The numbers that the groups of a pattern find. */
function findNumbers(output: string, pattern: RegExp): number[] {
  const match = pattern.exec(output);
  if (!match) throw new Error(`the output has no ${pattern.source}:\n${output}`);
  return match.slice(1).map(Number);
}

const findNumber = (output: string, pattern: RegExp): number => findNumbers(output, pattern)[0] ?? Number.NaN;

const toRate = (rate: number): string => `${rate.toFixed(rate < 100 ? 1 : 0)} a second`;

const jobsList: Entry = {
  name: 'jobs-list',
  args: { full: ['--rounds', '3'], small: '--jobs 500 --rounds 1 --cases 1 --answers 16'.split(' ') },
  readGoals(output) {
    const rate = (name: string) => findNumber(output, new RegExp(`^${name} +(\\d+) a second`, 'm'));
    const cpu = (name: string) =>
      findNumber(output, new RegExp(`^${name} +\\d+ a second +([\\d.]+) ms of proc`, 'm'));
    const sizes = ['small', 'large'].flatMap((size): GoalRow[] => {
      const [ours, bare] = [rate(`ours, ${size}`), rate(`bare, ${size}`)];
      const [oursCpu, bareCpu] = [cpu(`ours, ${size}`), cpu(`bare, ${size}`)];
      return [
        {
          name: `list of 20, ${size} table`,
          ours: toRate(ours),
          comparedWith: `bare ${toRate(bare)}`,
          ratio: ours / bare,
          goal: { atLeast: 2 },
        },
        {
          name: `list of 20, processor time, ${size} table`,
          ours: `${oursCpu} ms`,
          comparedWith: `bare ${bareCpu} ms`,
          ratio: bareCpu / oursCpu,
          goal: { atLeast: 2 },
        },
      ];
    });
    const cases = [...output.matchAll(/^(.+?) +(\d+) +(\d+) a second +small \/ large ([\d.]+)/gm)].map(
      ([, name, small, large, ratio]): GoalRow => ({
        name: `list, ${name}`,
        ours: `large: ${large} a second`,
        comparedWith: `small: ${small} a second`,
        ratio: Number(ratio),
        goal: { atMost: 1.3 },
      }),
    );
    return [...sizes, ...cases];
  },
};

const release: Entry = {
  name: 'release',
  args: { full: [], small: ['--rounds', '1', '--releases', '5'] },
  readGoals(output) {
    const rate = (name: string) => findNumber(output, new RegExp(`^${name} +(\\d+) a second`, 'm'));
    const [bare, service, http] = [rate('bare'), rate('service'), rate('http')];
    const events = [...output.matchAll(/^commit to browser, (.+): median (\d+) ms/gm)].map(
      ([, load, medianMs]): GoalRow => ({
        name: `commit to browser, ${load}`,
        ours: `${medianMs} ms`,
        comparedWith: 'goal 50 ms',
        ratio: Number(medianMs) / 50,
        goal: { atMost: 1 },
      }),
    );
    return [
      {
        name: 'release by the service',
        ours: toRate(service),
        comparedWith: 'goal 800 a second',
        ratio: service / 800,
        goal: { atLeast: 1 },
      },
      {
        name: 'release over HTTP',
        ours: toRate(http),
        comparedWith: 'goal 450 a second',
        ratio: http / 450,
        goal: { atLeast: 1 },
      },
      {
        name: 'release over HTTP, bare / http',
        ours: toRate(http),
        comparedWith: `bare ${toRate(bare)}`,
        ratio: bare / http,
        goal: { atMost: 12 },
      },
      ...events,
    ];
  },
};

const night: Entry = {
  name: 'night',
  args: { full: [], small: '--entries 400 --day 40 --rounds 1'.split(' ') },
  readGoals(output) {
    const nights = [...output.matchAll(/^a day of (\d+) entries after (\d+): night ([\d.]+) s/gm)];
    const [small, large] = nights.map(([, day, before, seconds]) => ({
      day,
      before,
      seconds: Number(seconds),
    }));
    if (!small || !large) throw new Error(`the output has no two nights:\n${output}`);
    return [
      {
        name: `night of ${large.day} entries`,
        ours: `${large.seconds} s`,
        comparedWith: 'goal 5 s',
        ratio: large.seconds / 5,
        goal: { atMost: 1 },
      },
      {
        name: 'night, large ledger / small ledger',
        ours: `after ${large.before}: ${large.seconds} s`,
        comparedWith: `after ${small.before}: ${small.seconds} s`,
        ratio: large.seconds / small.seconds,
        goal: { atMost: 1.3 },
      },
    ];
  },
};

const budgets: Entry = {
  name: 'budgets',
  args: { full: ['--bytes-only'], small: ['--landing-only', '--bytes-only', '--runs', '1'] },
  missedEnding: / over budget\.\n$/,
  readGoals(output) {
    const rows = [
      ...output.matchAll(/^(.+?) +\| +([\d.]+ [a-zA-Z]*) *\| +([\d.]+ [a-zA-Z]*) *\| (?:ok|OVER)$/gm),
    ];
    if (rows.length === 0) throw new Error(`the output has no budget:\n${output}`);
    return rows.map(([, name = '', measured = '', budget = '']) => ({
      name,
      ours: measured.trim(),
      comparedWith: `budget ${budget.trim()}`,
      ratio: Number.parseFloat(measured) / Number.parseFloat(budget),
      goal: { atMost: 1 },
    }));
  },
};

/** Only the lists have a goal. */
const growth: Entry = {
  name: 'growth',
  args: { full: ['--jobs', '1000000'], small: ['--jobs', '10000', '--requests', '2'] },
  readGoals(output) {
    const [, operations = ''] = output.split(/^ms .*$/m);
    const rows = [...(operations.split('\n\n')[0] ?? '').matchAll(/^(\S.*?)((?: +[\d.]+)+) +([\d.]+)$/gm)];
    if (rows.length === 0) throw new Error(`the output has no operations:\n${output}`);
    return rows.map(([, name = '', figures = '', ratio]) => {
      const ms = figures.trim().split(/ +/);
      return {
        name: `growth, ${name}`,
        ours: `largest: ${ms.at(-1)} ms`,
        comparedWith: `smallest: ${ms[0]} ms`,
        ratio: Number(ratio),
        goal: name.startsWith('list') ? { atMost: 1.3 } : null,
      };
    });
  },
};

const peers: Entry = {
  name: 'peers',
  args: { full: [], small: ['vendure', '--products', '100', '--rounds', '1', '--seconds', '1'] },
  isOptional: true,
  readGoals(output) {
    const rows = [
      ...output.matchAll(
        /^(\w+), ours \/ (\w+) +([\d.]+) +\(at least (\d+): [a-z ]+\) +ours +([\d.]+) +\w+ +([\d.]+) a second$/gm,
      ),
    ];
    if (rows.length === 0) throw new Error(`the output has no ratio:\n${output}`);
    return rows.map(([, operation = '', peer = '', ratio, atLeast, ours, theirs]) => ({
      name: `${operation} beside ${peer}`,
      ours: toRate(Number(ours)),
      comparedWith: `${peer} ${toRate(Number(theirs))}`,
      ratio: Number(ratio),
      goal: { atLeast: Number(atLeast) },
    }));
  },
};

const streams: Entry = {
  name: 'streams',
  args: { full: [], small: ['--streams', '20', '--seconds', '1'] },
  readGoals(output) {
    const [kb = 0, goalKb = 1] = findNumbers(
      output,
      /^resident memory of a stream +(-?[\d.]+) KB \(at most (\d+)\)/m,
    );
    return [
      {
        name: 'memory of an idle event stream',
        ours: `${kb} KB`,
        comparedWith: `goal ${goalKb} KB`,
        ratio: kb / goalKb,
        goal: { atMost: 1 },
      },
    ];
  },
};

const pages: Entry = {
  name: 'pages',
  args: { full: [], small: ['--seconds', '1', '--rate', '20'] },
  readGoals(output) {
    const [rate = 0, asked = 1] = findNumbers(output, /^pages +(\d+) a second of (\d+)/m);
    const [worstMs = 0, goalMs = 1] = findNumbers(
      output,
      /^health check .* worst ([\d.]+) ms \(at most (\d+)\)/m,
    );
    return [
      {
        name: 'one public page',
        ours: toRate(rate),
        comparedWith: `asked ${asked} a second`,
        ratio: rate / asked,
        goal: { atLeast: 0.99 },
      },
      {
        name: 'health check meanwhile, worst',
        ours: `${worstMs} ms`,
        comparedWith: `goal ${goalMs} ms`,
        ratio: worstMs / goalMs,
        goal: { atMost: 1 },
      },
    ];
  },
};

const search: Entry = {
  name: 'search',
  args: { full: [], small: ['--jobs', '500', '--questions', '5'] },
  readGoals(output) {
    const [ninetyFifthMs = 0, worstMs = 0] = findNumbers(
      output,
      /^all +median +[\d.]+ ms +95th percentile +([\d.]+) ms +worst +([\d.]+) ms/m,
    );
    const compare = (name: string, ms: number, goalMs: number): GoalRow => ({
      name: `search, ${name}`,
      ours: `${ms} ms`,
      comparedWith: `goal ${goalMs} ms`,
      ratio: ms / goalMs,
      goal: { atMost: 1 },
    });
    return [compare('95th percentile', ninetyFifthMs, 10), compare('worst', worstMs, 50)];
  },
};

/** In the order in which they run. */
export const ENTRIES: readonly Entry[] = [
  jobsList,
  search,
  release,
  pages,
  streams,
  night,
  budgets,
  growth,
  peers,
];
