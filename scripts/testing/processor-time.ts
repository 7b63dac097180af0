import { readFileSync } from 'node:fs';

/** Linux counts in these for programs, whatever the kernel's own ticks are. */
const TICKS_A_SECOND = 100;

/**
 * The processor seconds, of user and system, of a process and of those of its descendants that have ended. Null where the
 * system does not say.
 */
export function readProcessorSeconds(pid: number | 'self'): number | null {
  try {
    return parseProcessorSeconds(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return null;
  }
}

/** The name of the program, in brackets, may contain spaces. The four times are fields 14 to 17. */
export function parseProcessorSeconds(stat: string): number | null {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).map(Number);
  return ticks.length === 4 && ticks.every(Number.isFinite)
    ? ticks.reduce((sum, each) => sum + each, 0) / TICKS_A_SECOND
    : null;
}
