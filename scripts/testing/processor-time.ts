import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in these for programs, whatever the kernel's own ticks are. */
const TICKS_A_SECOND = 100;
const SAMPLE_MS = 500;

interface Sample {
  pid: number;
  parent: number;
  /** With its start, a number tells a process from a later one. */
  startedAt: string;
  /** Of user and system, of the process alone. */
  seconds: number;
}

/**
 * Counts the processor seconds of processes and of all that they start, until `stop`, which returns those of each root in
 * the order in which they were given. It reads them twice a second, because no parent counts a process that was killed, as
 * browsers kill theirs; a process that lives for less than that may be missed. Null where the system does not say.
 */
export function watchProcessorTime(...roots: number[]): {
  /** Another process and all that it starts from now on. */
  add: (root: number) => void;
  stop: () => number[] | null;
} {
  const known = new Map<string, Sample & { root: number }>();
  const look = (): void => {
    const samples = new Map(readSamples().map((sample) => [sample.pid, sample]));
    for (const sample of samples.values()) {
      const key = `${sample.pid} ${sample.startedAt}`;
      // A process whose parent has ended gets another parent, and still counts for its root.
      const root = known.get(key)?.root ?? findRoot(sample.pid, roots, samples);
      if (root !== undefined) known.set(key, { ...sample, root });
    }
  };
  look();
  const timer = setInterval(look, SAMPLE_MS);
  timer.unref();
  return {
    add: (root) => void roots.push(root),
    stop() {
      clearInterval(timer);
      look();
      if (known.size === 0) return null;
      return roots.map((root) =>
        [...known.values()]
          .filter((sample) => sample.root === root)
          .reduce((sum, { seconds }) => sum + seconds, 0),
      );
    },
  };
}

function findRoot(
  pid: number,
  roots: readonly number[],
  samples: ReadonlyMap<number, Sample>,
): number | undefined {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = samples.get(at)?.parent)
    if (roots.includes(at)) return at;
  return undefined;
}

function readSamples(): Sample[] {
  return listProcesses().flatMap((pid) => {
    try {
      return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The name of the program, in brackets, may contain spaces. proc(5) numbers the fields from 1. */
export function parseStat(stat: string): Sample | null {
  const end = stat.lastIndexOf(')') + 2;
  const getField = (number: number) => stat.slice(end).split(' ')[number - 3] ?? '';
  const [parent, user, system] = [4, 14, 15].map((number) => Number(getField(number) || Number.NaN));
  const startedAt = getField(22);
  const seconds = ((user ?? Number.NaN) + (system ?? Number.NaN)) / TICKS_A_SECOND;
  return Number.isFinite(seconds) && parent !== undefined && startedAt !== ''
    ? { pid: Number.parseInt(stat, 10), parent, startedAt, seconds }
    : null;
}
