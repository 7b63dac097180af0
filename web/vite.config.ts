import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { earlyPaint } from './plugins/earlyPaint.ts';
import { landing } from './plugins/landing.ts';
import { messages } from './plugins/messages.ts';
import { precompress } from './plugins/precompress.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';
const shared = () => [react(), messages([at('./locales'), at('../contract/locales')])];

/** All that the first screen needs in two files: together they compress better, and the libraries change seldom. */
const START_CHUNKS = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 1 },
  { name: 'start', tags: ['$initial' as const] },
];

/** What the server answers beside the web app; the slashes keep out screens such as /payment. */
const SERVER_PATHS = ['/api/', '/files/', '/pay/', '/webhooks/', '/notify-me'];

export default defineConfig({
  root: at('.'),
  plugins: [shared(), earlyPaint(), landing({ plugins: shared }), precompress()],
  define: {
    // The component page: always in development, in a build only for tests that ask for it.
    'import.meta.env.VITE_DESIGN_PAGE': JSON.stringify(process.env['FWS_DESIGN_PAGE'] === '1'),
  },
  build: {
    target: 'es2023',
    cssTarget: ['chrome111', 'safari16.4', 'firefox115'],
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: START_CHUNKS } } },
  },
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, api])),
  },
});
