import { importTypeScript, prepare } from './prepare.mjs';

await prepare();
await importTypeScript();
await import('./check.ts');
