import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { posix } from 'node:path';

/** One import: a file and its target, both as paths from the repository root or as a package name. */
export type Import = { file: string; target: string };

const WORKSPACES = ['contract', 'server', 'web', 'sandbox'];
const TOOLS = ['scripts', 'e2e', 'bench'];
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([\w@.][^'"]*)['"]/g;

/** The imports of the product and its proofs, whose parts have boundaries. */
export const listImports = (root: string): Import[] => listImportsIn(root, [...WORKSPACES, 'prove']);

/** The imports of the product and of the programs that start, test and measure it. */
export const listAllImports = (root: string): Import[] =>
  listImportsIn(root, [...WORKSPACES, 'prove', ...TOOLS]);

function listImportsIn(root: string, folders: readonly string[]): Import[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:tsx?|mjs)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .map((name) => `${folder}/${name}`)
      .flatMap((file) => parseImports(file, readFileSync(join(root, file), 'utf8'))),
  );
}

export function parseImports(file: string, source: string): Import[] {
  return [...source.matchAll(SPECIFIER)].map(([, specifier = '']) => ({
    file,
    target: resolve(file, specifier),
  }));
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  const workspaceMatch = /^@fws\/(\w+)\/(.*)$/.exec(specifier);
  if (workspaceMatch) return `${workspaceMatch[1]}/src/${workspaceMatch[2]}.ts`;
  return specifier;
}
