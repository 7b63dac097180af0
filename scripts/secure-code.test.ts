import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// Patterns that are forbidden in the product's code, or allowed only in the files listed here, with the reason.

const root = path.join(import.meta.dirname, '..');
const FOLDERS = ['contract/src', 'server/src', 'web/src'];
const isCode = (name: string) => /\.(?:ts|tsx)$/.test(name) && !/\.test\.tsx?$/.test(name);

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
).map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** The matching lines in files that are not allowed to contain them. */
function findLines(pattern: RegExp, allowed: readonly string[] = [], within = ''): string[] {
  return files
    .filter(({ name }) => name.startsWith(within) && !allowed.includes(name))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
}

test('finds code to check', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(findLines(/createHash\(/).length).toBeGreaterThan(5);
});

test('runs no text as code and starts no program', () => {
  expect(
    findLines(/\beval\(|\bnew Function\(|setTimeout\(\s*['"`]|child_process|node:vm|\bimport\(`/),
  ).toEqual([]);
});

test('builds no page from unescaped markup', () => {
  const markup =
    /dangerouslySetInnerHTML|\.innerHTML\s*=|outerHTML|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment/;
  // Styles of pages without script, a comment that the server replaces, and structured data in which "<" is escaped.
  const ofPages = ['web/src/landing/render.tsx', 'web/src/site/render.tsx'];
  expect(findLines(markup, ofPages, 'web/src')).toEqual([]);
});

test('builds no regular expression from user input', () => {
  // Built from constants.
  const ofConstants = ['contract/src/kyc/schemas.ts', 'server/src/platform/db/migrations/concurrent.ts'];
  expect(findLines(/new RegExp\(|\bRegExp\(/, ofConstants)).toEqual([]);
});

test('parses no XML and deserializes nothing but JSON', () => {
  expect(findLines(/DOMParser|xml2js|fast-xml|libxml|yaml|v8\.deserialize|node:v8/)).toEqual([]);
});

test('only provider adapters make network calls', () => {
  const allowed = [
    'server/src/adapters/provider-call.ts',
    'server/src/adapters/push/web-push.ts',
    'server/src/adapters/social/oidc.ts',
    'server/src/adapters/scanner/clamd.ts',
    // Asks for a file in the bucket as anybody could; everything else goes through the SDK.
    'server/src/adapters/files/bucket-check.ts',
    // These only parse addresses: the configured proxies, the client's, the server's own.
    'server/src/config/proxy.ts',
    'server/src/platform/http/client-address.ts',
    'server/src/main.ts',
    // These only answer: a worker's health endpoints, and the server's shutdown.
    'server/src/platform/queue/health.ts',
    'server/src/platform/http/shutdown.ts',
    // Types of the response that becomes an event stream.
    'server/src/platform/http/stream-response.ts',
    // Connections to the database and its replicas.
    'server/src/platform/db/checked-client.ts',
    'server/src/platform/db/connection-watchdog.ts',
    'server/src/platform/db/sockets.ts',
  ];
  const network = /\bfetch\(|node:(?:https?|http2|net|tls|dgram)'|undici|axios/;
  expect(findLines(network, allowed, 'server/src')).toEqual([]);
});

test('every certificate is verified', () => {
  expect(
    findLines(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/),
  ).toEqual([]);
});

test('secrets come from the system’s random number generator', () => {
  // These spread the retries of tasks, messages and streams of events, and choose which requests are traced.
  const allowed = [
    'web/src/platform/realtime/index.ts',
    'server/src/platform/queue/worker.ts',
    'server/src/domains/notifications/deliveries/send.ts',
    'server/src/platform/tracing/index.ts',
  ];
  expect(findLines(/Math\.random\(/, allowed)).toEqual([]);
});

test('hashes by SHA-256 and seals by AES-256-GCM only', () => {
  expect(findLines(/create(?:Hash|Hmac)\(\s*(?!'sha256')/)).toEqual([]);
  expect(findLines(/['"`](?:md5|sha1|md4|ripemd)|\bdes-|\brc4|-ecb|-cbc/i)).toEqual([
    // Required by authenticator apps (RFC 6238): an HMAC, which SHA-1 collisions do not affect.
    expect.stringMatching(/^server\/src\/platform\/authenticator\.ts: new TOTP\(\{ .*algorithm: 'SHA1'/),
  ]);
  expect(findLines(/['"`]aes-/i).filter((line) => !line.includes("'aes-256-gcm'"))).toEqual([]);
  expect(findLines(/createCipher\(|createDecipher\(|publicEncrypt|privateDecrypt|createSign\(/)).toEqual([]);
});

test('the server writes its log in one place', () => {
  const writes = /\bconsole\.|process\.(?:stdout|stderr)|createWriteStream|appendFile|from 'pino'/;
  // These write uploads.
  const files = [
    'server/src/adapters/files/folder.ts',
    'server/src/adapters/files/move.ts',
    'server/src/platform/uploads/receive.ts',
  ];
  expect(findLines(writes, ['server/src/platform/log.ts', ...files], 'server/src')).toEqual([]);
});

test('no screen listens to messages from other windows', () => {
  // The service worker and the pages that it serves are one program of one origin.
  const ownWorker = [
    'web/src/worker/builds.ts',
    'web/src/worker/pushes.ts',
    'web/src/platform/outbox/store.ts',
    'web/src/platform/update/index.ts',
  ];
  expect(
    findLines(/postMessage\(|window\.addEventListener\(\s*'message'|onmessage\s*=/, ownWorker, 'web/src'),
  ).toEqual([]);
});

test('browser storage holds flags, the language, the theme, drafts and what the list of kept reads names, and no field of identity or accounts', () => {
  const storage =
    /localStorage\.setItem|sessionStorage|indexedDB|\bopenDB<|\bcaches\.open\(|document\.cookie\s*=/;
  const keepers = findLines(storage, [], 'web/src').map((line) => line.split(': ')[0]);
  expect([...new Set(keepers)]).toEqual([
    // Files of the app, and public pages.
    'web/src/worker/caching.ts',
    'web/src/worker/pages.ts',
    'web/src/domains/identity/codesSent.ts',
    'web/src/domains/identity/welcome.ts',
    // Searched texts and places, deleted with the drafts.
    'web/src/domains/search/recent.ts',
    'web/src/platform/drafts/deleteAllDrafts.ts',
    'web/src/platform/drafts/index.ts',
    'web/src/platform/i18n/i18n.ts',
    // When the page was last loaded again because a part was missing.
    'web/src/platform/offline/index.ts',
    'web/src/platform/refusals/index.ts',
    'web/src/platform/session/index.ts',
    // Replies to the reads that the contract marks as `kept`, what waits (outbox/actions.ts), and the door keys, which
    // cannot be read. All have tests.
    'web/src/platform/storage/index.ts',
    'web/src/platform/theme/index.ts',
  ]);
  const draftKeepers = findLines(/\bopenDraft\(/, ['web/src/platform/drafts/index.ts'], 'web/src')
    .filter((line) => !line.includes('.test.ts'))
    .map((line) => line.split(': ')[0]);
  expect([...new Set(draftKeepers)]).toEqual([
    'web/src/domains/conversations/useAttachments.ts',
    'web/src/domains/invitations/api.ts',
    'web/src/domains/contracts/components/CompletionSheet.tsx',
    'web/src/domains/contracts/components/usePlanForm.ts',
    'web/src/domains/conversations/components/Composer.tsx',
    'web/src/domains/conversations/components/WordsForm.tsx',
    'web/src/domains/disputes/forms/RaiseDialog.tsx',
    'web/src/domains/enquiries/screens/Business.tsx',
    'web/src/domains/identity/forms/RegistrationSteps.tsx',
    'web/src/domains/jobs/forms/useJobForm.ts',
    'web/src/domains/profile/forms/useProfileForm.ts',
    'web/src/domains/quotes/components/DeclineDialog.tsx',
    'web/src/domains/quotes/components/useQuoteChange.ts',
    'web/src/domains/quotes/components/useQuoteForm.ts',
    'web/src/domains/quotes/components/useWish.ts',
    'web/src/domains/reliability/forms/ContestForm.tsx',
    'web/src/domains/repeats/components/RepeatForm.tsx',
    'web/src/domains/reviews/components/ReplyForm.tsx',
    'web/src/domains/reviews/forms/ReviewForm.tsx',
    'web/src/domains/safety/forms/AppealForm.tsx',
    'web/src/domains/visits/claims/AnswerForm.tsx',
  ]);
});

test('password fields are masked, allow pasting and work with password managers', () => {
  expect(findLines(/onPaste|autoComplete="off".*assword|assword.*autoComplete="off"/, [], 'web/src')).toEqual(
    [],
  );
  const inputs = files.find(({ name }) => name === 'web/src/ui/inputs.tsx')?.text ?? '';
  expect(inputs).toMatch(
    /autoComplete="current-password"\s+\{\.\.\.props\}\s+type=\{isShown \? 'text' : 'password'\}/,
  );
  expect(findLines(/type="password"/, ['web/src/ui/inputs.tsx'], 'web/src')).toEqual([]);
});

interface PackageLock {
  packages: Record<string, { version?: string; link?: boolean }>;
}

test('every dependency has an exact version that matches the lock file', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as PackageLock;
  for (const folder of ['.', 'contract', 'server', 'web', 'sandbox']) {
    const text = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text) as Record<
      string,
      Record<string, string>
    >;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      if (name.startsWith('@fws/')) continue;
      expect(version, `${folder}: ${name}`).toMatch(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/);
      const locked = lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`];
      expect(locked?.version, `${folder}: ${name}`).toBe(version);
    }
  }
});
