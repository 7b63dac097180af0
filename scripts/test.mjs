import { importTypeScript, prepare } from './prepare.mjs';

await prepare();
await importTypeScript();
await import('./test.ts');
