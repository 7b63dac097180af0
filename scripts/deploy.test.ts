import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECRET_SETTINGS } from '../server/src/config/files.ts';
import { Faults } from '../server/src/config/faults.ts';
import { readSettings } from '../server/src/config/settings.ts';
import { processEnvironment } from '../server/src/config/process.ts';
import { environment } from '../server/src/config/index.ts';
import { ALL_LIMITS } from '../server/src/limits.ts';
import { toSettingName } from '../server/src/platform/limits.ts';
import { checkStart } from '../server/src/start/check.ts';

const settings = { ...processEnvironment, ...environment };

interface EnvLine {
  name: string;
  value: string;
  isNeeded: boolean;
}

const example: EnvLine[] = readFileSync('deploy/env.example', 'utf8')
  .split('\n')
  .flatMap((text) => {
    const [, mark, name, value] = /^(#?)([A-Z][A-Z0-9_]*)=(.*)$/.exec(text) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value, isNeeded: mark === '' }];
  });

test('env.example lists every setting and every limit once', () => {
  const limits = ALL_LIMITS.map(({ name }) => toSettingName(name));
  expect(example.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(settings), ...limits].toSorted(),
  );
});

test('env.example shows the actual default values', () => {
  const defaultLines = example.filter(({ isNeeded, name }) => !isNeeded && name in settings);
  const faults = new Faults();
  const defaultSettings = readSettings(
    settings,
    Object.fromEntries(defaultLines.map(({ name, value }) => [name, value])),
    faults,
  );
  faults.throwIfAny();
  expect(defaultSettings).toEqual(readSettings(settings, {}, new Faults()));
  const limits = example.filter(({ name }) => name.startsWith('LIMIT_'));
  expect(limits.map(({ value }) => value)).toEqual(ALL_LIMITS.map(({ usual }) => usual));
});

test('a production start with env.example requires exactly the uncommented settings', async () => {
  const env = Object.fromEntries(example.filter(({ isNeeded }) => isNeeded).map(({ name }) => [name, '']));
  const faults = await checkStart({ ...env, NODE_ENV: 'production' }).then(
    () => [],
    (error: { faults: string[] }) => error.faults,
  );
  const named = faults.flatMap((fault) => /^([A-Z][A-Z0-9_]+) /.exec(fault)?.[1] ?? []);
  expect(named.toSorted()).toEqual(Object.keys(env).toSorted());
});

test('services get their secrets as files that the product reads', () => {
  for (const file of readdirSync('deploy/systemd').filter((name) => name.endsWith('.service'))) {
    const unit = readFileSync(`deploy/systemd/${file}`, 'utf8');
    const credentials = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name);
    const read = [...unit.matchAll(/^Environment=(\w+)_FILE=%d\/(\w+)$/gm)];
    expect(read.map(([, , credential]) => credential)).toEqual(credentials);
    for (const [, setting = '', credential = ''] of read) {
      expect(setting).toBe(credential.toUpperCase());
      expect(SECRET_SETTINGS).toContain(setting);
    }
    const [, program = ''] =
      /^ExecStart=\/usr\/bin\/node \/opt\/fws\/current\/dist\/(\w+)\.mjs( --before-deployment)?$/m.exec(
        unit,
      ) ?? [];
    expect(readdirSync('scripts')).toContain(`${program}.ts`);
  }
});

test('both services that migrate do so in the same way', () => {
  const read = (file: string) => {
    const unit = readFileSync(`deploy/systemd/${file}.service`, 'utf8');
    return unit.replaceAll(/^#.*\n|^Description=.*\n/gm, '');
  };
  expect(read('fws-migrate-before-deployment')).toBe(
    read('fws-migrate').replace('migrate.mjs', 'migrate.mjs --before-deployment'),
  );
});

test('every service waits for the database and allows memory protection keys', () => {
  for (const file of readdirSync('deploy/systemd').filter((name) => name.endsWith('.service'))) {
    const unit = readFileSync(`deploy/systemd/${file}`, 'utf8');
    expect(/^After=.* postgresql\.service\b/m.test(unit), file).toBe(true);
    // Without @pkey the kernel kills Node at its start on processors with such keys.
    expect(/^SystemCallFilter=(.*)$/m.exec(unit)?.[1]).toBe('@system-service @pkey');
  }
});

test('a web process stops before nginx, which starts before it', () => {
  expect(readFileSync('deploy/systemd/fws-web@.service', 'utf8')).toMatch(/^After=.* nginx\.service$/m);
});

/** Mozilla's "intermediate" list: forward secrecy and authenticated encryption. */
const CIPHERS = /^ECDHE-(?:ECDSA|RSA)-(?:AES(?:128|256)-GCM-SHA(?:256|384)|CHACHA20-POLY1305)$/;

const nginx = readFileSync('deploy/nginx/fws.conf', 'utf8');
const haproxy = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8');

test('both proxies allow only TLS 1.2 and 1.3', () => {
  expect(/^ +ssl_protocols (.*);$/m.exec(nginx)?.[1]).toBe('TLSv1.2 TLSv1.3');
  expect(/^ +ssl-default-bind-options (.*)$/m.exec(haproxy)?.[1]).toBe('ssl-min-ver TLSv1.2 no-tls-tickets');
});

test('both proxies offer only recommended cipher suites', () => {
  const offered = [/^ +ssl_ciphers (.*);$/m.exec(nginx), /^ +ssl-default-bind-ciphers (.*)$/m.exec(haproxy)];
  for (const list of offered) {
    const ciphers = list?.[1]?.split(':') ?? [];
    expect(ciphers.length).toBeGreaterThan(3);
    expect(ciphers.filter((cipher) => !CIPHERS.test(cipher))).toEqual([]);
  }
});

test('both proxies refuse calls and webhooks without TLS and redirect only pages to https', () => {
  const [plain = ''] = nginx.split('listen 443');
  expect(plain).toContain('location /api/ { return 403; }');
  expect(plain).toContain('location /webhooks/ { return 403; }');
  const rules = [...haproxy.matchAll(/^ +http-request (deny|redirect) .*$/gm)].map(([, rule]) => rule);
  expect(rules).toEqual(['deny', 'redirect']);
  expect(haproxy).toContain('acl is_call path_beg /api/ /webhooks/');
});

test('nginx serves ACME challenges without TLS from the folder that the guide gives certbot', () => {
  const [plain = ''] = nginx.split('listen 443');
  const root = /location \/\.well-known\/acme-challenge\/ \{ root (\S+); \}/.exec(plain)?.[1];
  const guide = readFileSync('docs/deployment.md', 'utf8');
  expect(root).toBeDefined();
  expect(/certbot certonly --webroot -w (\S+) /.exec(guide)?.[1]).toBe(root);
});

const compose = readFileSync('deploy/container/compose.yaml', 'utf8');

test('the proxy in compose.yaml knows the fixed address of each web process', () => {
  const upstream = readFileSync('deploy/container/fws-upstream.conf', 'utf8');
  const names = [...upstream.matchAll(/^ +server (\w+):3000 /gm)].map(([, name = '']) => name);
  expect(names).toHaveLength(2);
  for (const name of names) {
    const service = compose.split(`\n  ${name}:\n`)[1] ?? '';
    const address = /^.*\n +networks: \{ default: \{ ipv4_address: (\S+) \} \}\n/.exec(service)?.[1];
    expect(address, name).toMatch(/^10\.87\.0\.\d+$/);
    expect(compose).toContain(`'${name}:${address}'`);
  }
});

test('local files of compose.yaml are neither committed nor copied into an image', () => {
  const read = [...compose.matchAll(/[ :]\.\/(secrets|certificates|\w+\.env)\b/g)].map(([, name]) => name);
  expect(new Set(read)).toEqual(new Set(['certificates', 'fws.env', 'secrets']));
  for (const file of ['.dockerignore', '.gitignore']) {
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const name of read)
      expect(
        lines.map((line) => line.replace(/\/$/, '')),
        file,
      ).toContain(`deploy/container/${name}`);
  }
});

test('base.sh builds the images that the Containerfile can start from', () => {
  const containerfile = readFileSync('deploy/container/Containerfile', 'utf8');
  const script = readFileSync('deploy/container/base.sh', 'utf8');
  const needed = [...containerfile.matchAll(/^ARG (\w+)=/gm)].map(([, name]) => name);
  const buildArgs = [...script.matchAll(/--build-arg (\w+)=(\S+)/g)];
  expect(buildArgs.map(([, name]) => name)).toEqual(needed);
  const imageNames = [...script.matchAll(/^import_image (\S+)$/gm)].map(([, name]) => name);
  expect(buildArgs.map(([, , image]) => image)).toEqual(imageNames);
});
