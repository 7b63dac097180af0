import { resolve } from 'node:path';
import { runFile } from './bundled.mjs';

// node scripts/run.mjs FILE [arguments]: runs a TypeScript file as a program, with dependencies installed.
const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node scripts/run.mjs FILE [arguments]');
  process.exit(1);
}
process.argv = [process.argv[0], resolve(file), ...args];
await runFile(file);
