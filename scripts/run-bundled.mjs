import { runBundled } from './bundled.mjs';

// node scripts/run-bundled.mjs PROGRAM [arguments]: runs one of the product's own programs in the same way as
// production.
const [name = '', ...args] = process.argv.slice(2);
process.argv = [process.argv[0], name, ...args];
await runBundled(name);
