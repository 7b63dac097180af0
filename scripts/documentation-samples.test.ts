import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { findCodeSamples, type CodeSample } from './testing/code-samples.ts';

const run = promisify(execFile);
const ROOT = process.cwd();

/** Type-checks the samples as if they were files of the repository. Returns the compiler's errors. */
async function compile(samples: readonly CodeSample[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fws-samples-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const { file, code } of samples) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  const config = {
    extends: join(ROOT, 'web/tsconfig.json'),
    include: [],
    files: [join(ROOT, 'web/src/vite-env.d.ts'), ...samples.map(({ file }) => join(folder, file))],
    // Relative imports of a sample find what is beside it in the repository.
    compilerOptions: { rootDirs: [folder, ROOT] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const result = await run(process.execPath, [compiler, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  return result.stdout;
}

test('the code samples of the documentation compile', async () => {
  const samples = findCodeSamples(ROOT);
  expect(samples.map(({ document }) => document)).toContain('web/src/ui/README.md');
  expect(samples.filter(({ file }) => file === '')).toEqual([]);
  expect(await compile(samples)).toBe('');
});

test('reports a sample that does not compile', async () => {
  const [sample] = findCodeSamples(ROOT);
  const code = readFileSync(join(ROOT, 'web/src/ui/Logo.tsx'), 'utf8').replace('className', 'klass');
  expect(await compile([{ ...sample!, file: 'web/src/ui/Sample.tsx', code }])).toMatch(/Sample\.tsx.*klass/);
});
