import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// What may stand nowhere in the product's own code, or only in the files that are named here with the reason.

const root = path.join(import.meta.dirname, '..');
const FOLDERS = ['contract/src', 'server/src', 'web/src'];
const isCode = (name: string) =>
  /\.(?:ts|tsx)$/.test(name) && !/\.(?:test|wire)\.|(?:^|[/-])testing\.ts$|fixtures/.test(name);

const files = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(isCode)
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`),
).map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));

/** The lines that say it, in files that may not. */
function found(pattern: RegExp, allowed: readonly string[] = [], within = ''): string[] {
  return files
    .filter(({ name }) => name.startsWith(within) && !allowed.includes(name))
    .flatMap(({ name, text }) =>
      text
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${name}: ${line.trim()}`),
    );
}

test('there is code to look at', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(found(/createHash\(/).length).toBeGreaterThan(5);
});

test('no text is run as code, and no program is started', () => {
  expect(found(/\beval\(|\bnew Function\(|setTimeout\(\s*['"`]|child_process|node:vm|\bimport\(`/)).toEqual(
    [],
  );
});

test('no page is made of markup that somebody wrote', () => {
  const markup =
    /dangerouslySetInnerHTML|\.innerHTML\s*=|outerHTML|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment/;
  // The styles of the landing page, when it is built.
  expect(found(markup, ['web/src/landing/render.tsx'], 'web/src')).toEqual([]);
});

test('no regular expression is made of what somebody typed', () => {
  // Out of constants of their own.
  const ofConstants = [
    'contract/src/kyc/schemas.ts',
    'server/src/platform/db/migrations/concurrent.ts',
    'server/src/platform/http/page-file.ts',
  ];
  expect(found(/new RegExp\(|\bRegExp\(/, ofConstants)).toEqual([]);
});

test('no XML is read, and nothing but JSON makes objects of text', () => {
  expect(found(/DOMParser|xml2js|fast-xml|libxml|yaml|v8\.deserialize|node:v8/)).toEqual([]);
});

test('only the adapters of providers ask somebody else over the network', () => {
  const allowed = [
    'server/src/adapters/provider-call.ts',
    'server/src/adapters/social/oidc.ts',
    'server/src/adapters/scanner/clamd.ts',
    // They read addresses: the proxies of the settings, the client's, the one it listens at.
    'server/src/config-proxy.ts',
    'server/src/platform/http/client-address.ts',
    'server/src/main.ts',
    // They answer, and ask nobody: a worker's health, and how the server stops.
    'server/src/platform/jobs/health.ts',
    'server/src/platform/http/shutdown.ts',
    // The database's own connection.
    'server/src/platform/db/line.ts',
  ];
  const network = /\bfetch\(|node:(?:https?|http2|net|tls|dgram)'|undici|axios/;
  expect(found(network, allowed, 'server/src')).toEqual([]);
});

test('no certificate goes unchecked', () => {
  expect(
    found(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/),
  ).toEqual([]);
});

test('what nobody may guess comes from the system’s random numbers', () => {
  // How long a job waits before it is tried again.
  expect(found(/Math\.random\(/, ['server/src/platform/jobs/worker.ts'])).toEqual([]);
});

test('hashes are SHA-256, and what is sealed is sealed by AES-256-GCM', () => {
  expect(found(/create(?:Hash|Hmac)\(\s*(?!'sha256')/)).toEqual([]);
  expect(found(/['"`](?:md5|sha1|md4|ripemd)|\bdes-|\brc4|-ecb|-cbc/i)).toEqual([
    // As authenticator apps know it (RFC 6238): an HMAC, which its collisions do not touch.
    expect.stringMatching(/^server\/src\/platform\/authenticator\.ts: new TOTP\(\{ .*algorithm: 'SHA1'/),
  ]);
  expect(found(/['"`]aes-/i).filter((line) => !line.includes("'aes-256-gcm'"))).toEqual([]);
  expect(found(/createCipher\(|createDecipher\(|publicEncrypt|privateDecrypt|createSign\(/)).toEqual([]);
});

test('the server writes its log through one writer', () => {
  const writes = /\bconsole\.|process\.(?:stdout|stderr)|createWriteStream|appendFile/;
  // What users upload is written too.
  const files = ['server/src/adapters/files/folder.ts', 'server/src/platform/uploads/receive.ts'];
  expect(found(writes, ['server/src/platform/log.ts', ...files], 'server/src')).toEqual([]);
});

test('no screen hears messages of other windows', () => {
  expect(found(/postMessage\(|window\.addEventListener\(\s*'message'|onmessage\s*=/, [], 'web/src')).toEqual(
    [],
  );
});

test('browser storage holds flags, the language, the theme and drafts, and no field of money or identity', () => {
  const storage = /localStorage\.setItem|sessionStorage|indexedDB|document\.cookie\s*=/;
  const keepers = found(storage, [], 'web/src').map((line) => line.split(': ')[0]);
  expect([...new Set(keepers)]).toEqual([
    'web/src/domains/identity/codesSent.ts',
    'web/src/domains/identity/contactChecks.ts',
    'web/src/platform/drafts/index.ts',
    'web/src/platform/i18n/i18n.ts',
    'web/src/platform/session/index.ts',
    'web/src/platform/theme/index.ts',
  ]);
  expect(
    found(/\bkeepDraft\(/, ['web/src/platform/drafts/index.ts']).map((line) => line.split(': ')[0]),
  ).toEqual([
    'web/src/domains/jobs/forms/useJobForm.ts',
    'web/src/domains/quotes/components/useQuoteForm.ts',
  ]);
});

test('passwords are typed masked, may be pasted, and password managers know them', () => {
  expect(found(/onPaste|autoComplete="off".*assword|assword.*autoComplete="off"/, [], 'web/src')).toEqual([]);
  const inputs = files.find(({ name }) => name === 'web/src/ui/inputs.tsx')?.text ?? '';
  expect(inputs).toContain(`autoComplete="current-password" {...props} type={shown ? 'text' : 'password'}`);
  expect(found(/type="password"/, ['web/src/ui/inputs.tsx'], 'web/src')).toEqual([]);
});

interface Lock {
  packages: Record<string, { version?: string; link?: boolean }>;
}

test('every dependency is named by its exact version, and the lock file knows it', () => {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
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
