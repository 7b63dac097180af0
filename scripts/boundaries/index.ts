import { listImports, type Import } from './imports.ts';
import { RULES } from './rules.ts';

/** Lists each import that crosses a boundary of the architecture, with the reason why it may not. */
export function findViolations(root: string): string[] {
  return findViolationsAmong(listImports(root));
}

export function findViolationsAmong(imports: Import[]): string[] {
  return imports.flatMap((line) =>
    RULES.filter((rule) => rule.isBrokenBy(line)).map(
      (rule) => `${line.file} imports ${line.target}: ${rule.reason}`,
    ),
  );
}
