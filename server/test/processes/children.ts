import { readdirSync, readFileSync } from 'node:fs';

export const listProcesses = (): number[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));

export function listChildren(parent: number): number[] {
  return listProcesses().filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name before it may contain spaces and brackets.
      return Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) === parent;
    } catch {
      return false; // it has ended
    }
  });
}
