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
import { site } from './plugins/site.ts';
import { smallPage } from './plugins/smallPage.ts';
import { worker } from './plugins/worker.ts';

const toPath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const api = process.env['API_URL'] ?? 'http://127.0.0.1:3000';
const messageFolders = [toPath('./locales'), toPath('../contract/locales')];
/** The admin area is an application of its own, the server renders the public pages and sends the others. */
const UNUSED_AREAS = ['admin', 'deliveries', 'server', 'site', 'uploads'];
const createPlugins = () => [react(), messages(messageFolders, UNUSED_AREAS)];
const browsers = { target: 'es2023', cssTarget: ['chrome111', 'safari16.4', 'firefox115'] };

/** What most screens need but the first one does not. */
const PARTS =
  /\/(web\/src\/(ui|platform)|contract\/src\/platform)\/|\/(useMutation|mutationObserver|UploadField|formatFileSize)\.[jt]sx?$/;
/** The tables of all screens and of their messages. */
const TABLES = /virtual:messages\/further$|\/web\/src\/app\/(FurtherScreens|routes|NotFound)\.tsx$/;
/** Exceptions: the parts of few screens. The build puts them with these screens. */
const RARE_PARTS =
  /\/platform\/(schemas|check|kept|outbox|push|install|refusals|storage|update|client\/(useCheckedForm|upload\.)|drafts\/useFormDraft|photos)|\/ui\/(css\/)?(calendar|formDialog|listDialogs|moneybar|otp|passbook|path|photo|rail|viewer)/i;

/**
 * Puts the first screen's code into two files: larger files compress better, and the libraries change rarely. What most
 * later screens need is in one file too: on a slow network each file costs a request, however small it is. Forms bring a
 * library along, so they are apart, and nothing that screens without it need may be with it.
 */
const CHUNKS = [
  { name: 'libraries', test: /rolldown[/\\]runtime/, priority: 5 },
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules|rolldown/, priority: 4 },
  { name: 'start', tags: ['$initial' as const], priority: 3 },
  {
    name: 'parts',
    test: (id: string) => TABLES.test(id) || (PARTS.test(id) && !RARE_PARTS.test(id)),
    priority: 2,
  },
  {
    name: 'forms',
    test: /\/(react-hook-form|platform\/(drafts\/useFormDraft|client\/useCheckedForm))\b/,
    priority: 1,
  },
  // What works in the background and without a network: loaded after the first paint (app/background).
  {
    name: 'offline',
    test: /\/web\/src\/(?:platform\/(?:kept|outbox|push|install|storage|update)|app\/background)\/|\/node_modules\/idb\//,
    priority: 1,
  },
  // Calls that several domains make.
  {
    name: 'calls',
    test: /\/contract\/src\/(connections|contracts|jobs|payouts)\/calls\.ts$|\/domains\/jobs\/ownApi\.ts$/,
    priority: 1,
  },
  { name: 'money', test: /\/ui\/(css\/)?(moneybar|passbook|path|rail)\b/i, priority: 1 },
  { name: 'photos', test: /\/(ui\/(css\/)?photo|platform\/photos\/)/i, minShareCount: 2, priority: 1 },
  // Before the domains that use them, whose groups would take their modules otherwise.
  {
    name: 'jobs',
    // With the offer of push below lists of jobs and quotes, so that it costs no request.
    test: /\/web\/src\/domains\/(jobs\/(?!screens|forms)|notifications\/(components\/PushOffer|pushOffer)\.)/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'profile', test: /\/web\/src\/domains\/profile\/(?!screens|forms)/, minShareCount: 2, priority: 1 },
  {
    name: nameDomainChunk,
    minShareCount: 2,
    priority: 0,
  },
];

/** What several screens of a domain share, and apart from it their forms, because they bring a library along. */
function nameDomainChunk(id: string): string | null {
  const [, domain, file = ''] = /\/web\/src\/domains\/(\w+)\/(?!screens)(.*)/.exec(id) ?? [];
  if (domain === undefined) return null;
  return FORM.test(file) ? `${domain}-forms` : domain;
}
const FORM =
  /^forms\/|\/(?:BankFields|UpiFields|AccountFormScreen|ChosenAccount|useSaveAccount|ContactDialog|ForgotPassword|ChangePasswordDialog|SocialRegister)\./;

/** The paths that the server answers; the slashes exclude screens such as /payment. */
const SERVER_PATHS = [
  '/api/',
  '/files/',
  '/pay/',
  '/webhooks/',
  '/notify-me',
  '/pictures/',
  '/og/',
  '/j/',
  '/work',
  '/w/',
  '/s/',
  '/unsubscribe/',
];

export default defineConfig({
  root: toPath('.'),
  plugins: [
    createPlugins(),
    earlyPaint(),
    firstParts(),
    smallPage(),
    landing({ plugins: createPlugins }),
    firstPage({ plugins: createPlugins }),
    site({ plugins: createPlugins }),
    admin({ plugins: () => [react(), messages(messageFolders)], ...browsers }),
    worker({ target: browsers.target }),
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
