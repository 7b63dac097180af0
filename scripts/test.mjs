import { bundleAll } from './bundled.mjs';
import { importTypeScript, prepare } from './prepare.mjs';

await prepare();
await importTypeScript();
await bundleAll();
await import('./test.ts');
