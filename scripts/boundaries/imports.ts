import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * One import: a file and its target, both as paths from the repository root or as a package name, and the names that it
 * imports or exports again in braces.
 */
export type Import = { file: string; target: string; names: readonly string[] };

/** The product, and the programs that start, test, prove and measure it. */
const FOLDERS = ['contract', 'server', 'web', 'sandbox', 'scripts', 'e2e', 'lab'];
const SPECIFIER = /(?:(?:\{([^{}]*)\}\s*)?\bfrom\s*|\bimport\s*\(?\s*)['"]([\w@.][^'"]*)['"]/g;

export function listImports(root: string): Import[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`)
      .flatMap((file) => parseImports(file, readFileSync(join(root, file), 'utf8'))),
  );
}

export function parseImports(file: string, source: string): Import[] {
  return [...source.matchAll(SPECIFIER)].map(([, names = '', specifier = '']) => ({
    file,
    target: resolve(file, specifier),
    names: parseNames(names),
  }));
}

/** The names as the other file exports them. */
const parseNames = (list: string): string[] =>
  list.split(',').flatMap((part) => /^(?:type\s+)?(\w+)/.exec(part.trim())?.[1] ?? []);

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const workspaceMatch = /^@fws\/(\w+)\/(.*)$/.exec(specifier);
  if (workspaceMatch) return `${workspaceMatch[1]}/src/${workspaceMatch[2]}.ts`;
  return specifier;
}
