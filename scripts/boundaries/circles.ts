import type { Import } from './imports.ts';

/**
 * Lists circles of imports, each as a sentence that names its files. Type-only imports count too: they vanish when the
 * program runs, but neither file can be read, tested or moved without the other.
 */
export function findCircles(imports: readonly Import[]): string[] {
  const targetsByFile = new Map<string, string[]>();
  for (const { file, target } of imports)
    targetsByFile.set(file, [...(targetsByFile.get(file) ?? []), target]);
  const circles: string[] = [];
  const visited = new Set<string>();
  const path: string[] = [];

  function visit(file: string): void {
    if (path.includes(file)) circles.push(formatCircle(path.slice(path.indexOf(file))));
    if (visited.has(file)) return;
    visited.add(file);
    path.push(file);
    for (const target of targetsByFile.get(file) ?? []) visit(target);
    path.pop();
  }

  for (const file of targetsByFile.keys()) visit(file);
  return circles;
}

const formatCircle = (files: readonly string[]): string =>
  `${[...files, files[0]].join(' imports ')}: files that need each other are one file; move what both need to a third`;
