import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { admin } from './plugins/admin.ts';
import { earlyPaint } from './plugins/earlyPaint.ts';
import { firstPage } from './plugins/firstPage.ts';
import { firstParts } from './plugins/firstParts.ts';
import { landing } from './plugins/landing.ts';
import { messages } from './plugins/messages.ts';
import { precompress } from './plugins/precompress.ts';
import { smallPage } from './plugins/smallPage.ts';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';
const messageFolders = [toPath('./locales'), toPath('../contract/locales')];
const createPlugins = () => [react(), messages(messageFolders, ['admin'])];
const browsers = { target: 'es2023', cssTarget: ['chrome111', 'safari16.4', 'firefox115'] };

/**
 * Puts the first screen's code into two files: larger files compress better, and the libraries change rarely. What several
 * later screens share is in few files too: on a slow network each file costs a request, however small it is. Forms bring a
 * library along, and few screens show the calendar, the passbook or photos, so these are apart.
 */
const CHUNKS = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules|rolldown/, priority: 4 },
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  {
    name: 'parts',
    test: /\/(web\/src\/(ui|platform)|contract\/src\/platform)\/(?!schemas|check|client\/(form|useCheckedForm|upload)|drafts|photos|(css\/)?(calendar|passbook|photo|viewer))/i,
    priority: 2,
  },
  {
    name: 'forms',
    test: /\/(react-hook-form|platform\/(drafts|client\/(useCheckedForm|upload)))\b/,
    priority: 1,
  },
];

/** The paths that the server answers; the slashes exclude screens such as /payment. */
const SERVER_PATHS = ['/api/', '/files/', '/pay/', '/webhooks/', '/notify-me'];

export default defineConfig({
  root: toPath('.'),
  plugins: [
    createPlugins(),
    earlyPaint(),
    firstParts(),
    smallPage(),
    landing({ plugins: createPlugins }),
    firstPage({ plugins: createPlugins }),
    admin({ plugins: () => [react(), messages(messageFolders)], ...browsers }),
    precompress(),
  ],
  resolve: {
    // The router's stand-in for old versions of React.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  define: {
    // The component page: always in development, in a build only for tests that ask for it.
    'import.meta.env.VITE_DESIGN_PAGE': JSON.stringify(process.env['FWS_DESIGN_PAGE'] === '1'),
  },
  build: {
    ...browsers,
    // Every browser that supports this syntax supports modulepreload.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    license: { fileName: 'third-party-notices.md' },
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, api])),
  },
});
