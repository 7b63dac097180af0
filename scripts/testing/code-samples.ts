import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type CodeSample = {
  document: string;
  /** The path that the code would have in the repository; empty when the fence names none. */
  file: string;
  code: string;
};

/** A fence of TypeScript; after the language it names the path: ```tsx web/src/domains/jobs/screens/Sample.tsx */
const FENCE = /^```(?:tsx?|typescript|jsx?|javascript)\b *(.*)\n([\s\S]*?)^```/gm;

const SKIPPED = /^\.|^node_modules$|^test-results$/;

/** The paths of all Markdown files. */
export function listDocuments(root: string): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => !SKIPPED.test(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(join(root, entry.name), { recursive: true, encoding: 'utf8' }).map((name) =>
            join(entry.name, name),
          )
        : [entry.name],
    )
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules/'));
}

/** The TypeScript samples of all Markdown files. */
export function findCodeSamples(root: string): CodeSample[] {
  return listDocuments(root).flatMap((document) =>
    Array.from(readFileSync(join(root, document), 'utf8').matchAll(FENCE), ([, file = '', code = '']) => ({
      document,
      file,
      code,
    })),
  );
}
