import { parseSync } from 'oxc-parser';
import { listChanges } from './operators.ts';
import type { Node } from './tree.ts';
import { listChildren } from './tree.ts';

/** One small change to a source that its tests must detect. */
export interface Mutant {
  file: string;
  line: number;
  /** The original first line of the change. */
  code: string;
  /** `a < b → a <= b`; unique in its line. */
  change: string;
  source: string;
}

/** Lists every mutant of a source. `only` limits it to these top-level functions and constants. */
export function listMutants(file: string, source: string, only?: readonly string[]): Mutant[] {
  const { program, errors } = parseSync(file, source, { lang: 'ts' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const mutants: Mutant[] = [];
  const seen = new Set<string>();

  const visit = (node: Node, inside: readonly Node[]) => {
    for (const { start, end, text, what } of listChanges(node, inside, source)) {
      const mutated = source.slice(0, start) + text + source.slice(end);
      if (mutated === source || seen.has(mutated)) continue;
      seen.add(mutated);
      if (parseSync(file, mutated, { lang: 'ts' }).errors.length > 0)
        throw new Error(`${file}: the mutator made code that does not parse: ${what}`);
      const lineStart = source.lastIndexOf('\n', start - 1) + 1;
      mutants.push({
        file,
        line: source.slice(0, start).split('\n').length,
        code: source.slice(lineStart).split('\n', 1)[0]?.trim() ?? '',
        change: what,
        source: mutated,
      });
    }
    for (const child of listChildren(node)) visit(child, [node, ...inside]);
  };

  const root = program as unknown as Node;
  for (const statement of listChildren(root))
    if (isSelected(statement, source, only)) visit(statement, [root]);
  return numberDuplicates(mutants);
}

function isSelected(statement: Node, source: string, only: readonly string[] | undefined): boolean {
  if (!only) return true;
  const text = source.slice(statement.start, statement.end);
  return only.some((name) => new RegExp(`^(export )?(async )?(function|const) ${name}\\b`).test(text));
}

/** Numbers equal changes within a line, so that each has a unique name. */
function numberDuplicates(mutants: readonly Mutant[]): Mutant[] {
  const times = new Map<string, number>();
  return mutants.map((mutant) => {
    const key = `${mutant.line} ${mutant.change}`;
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return time === 1 ? mutant : { ...mutant, change: `${mutant.change} (${time})` };
  });
}
