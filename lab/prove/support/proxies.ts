import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { UserError } from '../../../scripts/user-error.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { waitFor } from '../../../server/test/wait.ts';
import { makeCertificate } from './certificate.ts';
import { endProgram, replaceInSample, startChild } from './programs.ts';

/** Folder in which nginx finds its web processes. HAProxy has none. */
const SERVERS = 'servers';

/** A proxy with the shipped configuration; only addresses and paths are replaced. */
export interface RunningProxy {
  /** The TLS port. `authority` is the certificate to trust. */
  httpsPort: number;
  httpPort: number;
  authority: string;
  /** The site without TLS, for the load generator. */
  plainUrl: string;
  /** The systemd hooks that run before a web process stops and after one has started. */
  removeServer(port: number): Promise<void>;
  addServer(port: number): Promise<void>;
  close(): Promise<void>;
}

interface ProxyOptions {
  program: string;
  openssl: string;
  /** The ports of the web processes. */
  upstreams: readonly number[];
  /** Port of `plainUrl`. */
  plainPort: number;
}

interface Files {
  folder: string;
  ports: { http: number; https: number; plain: number };
  certificate: string;
  key: string;
  upstreams: readonly number[];
}

interface ProxyKind {
  write: (files: Files) => void;
  /** Arguments that make the proxy check its configuration. */
  check: (folder: string) => string[];
  start: (folder: string) => string[];
}

export const PROXIES: Readonly<Record<'nginx' | 'haproxy', ProxyKind>> = {
  nginx: {
    write: writeNginx,
    check: (folder) => ['-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf')],
    start: (folder) => ['-p', folder, '-c', join(folder, 'nginx.conf')],
  },
  haproxy: {
    write: writeHaproxy,
    check: (folder) => ['-c', '-f', join(folder, 'haproxy.cfg')],
    start: (folder) => ['-db', '-f', join(folder, 'haproxy.cfg')],
  },
};

/** Lets the proxy check the shipped configuration, then starts it in front of the web processes at these ports. */
export async function startProxyProgram(
  kind: keyof typeof PROXIES,
  { program, openssl, upstreams, plainPort }: ProxyOptions,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), `fws-${kind}-`));
  const ports = { http: await findFreePort(), https: await findFreePort(), plain: plainPort };
  const { certificate, key } = makeCertificate(openssl, folder);
  const { write, check, start } = PROXIES[kind];
  write({ folder, ports, certificate, key, upstreams });
  const checked = spawnSync(program, check(folder), { encoding: 'utf8' });
  if (checked.status !== 0)
    throw new UserError(`${kind} refuses its configuration:\n${checked.stdout}${checked.stderr}`);

  const child = startChild(program, start(folder));
  let stderrText = '';
  child.stderr.on('data', (chunk) => (stderrText += chunk));
  await waitFor(`${kind} to listen`, async () => {
    if (child.exitCode !== null) throw new UserError(`${kind} does not start:\n${stderrText}`);
    return fetch(`http://127.0.0.1:${ports.plain}/`).then(
      () => true,
      () => false,
    );
  });
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    authority: readFileSync(certificate, 'utf8'),
    plainUrl: `http://127.0.0.1:${ports.plain}`,
    removeServer: (port) => runHook(folder, program, 'remove', port),
    addServer: (port) => runHook(folder, program, 'add', port),
    async close() {
      await endProgram(child);
      rmSync(folder, { recursive: true });
    },
  };
}

async function runHook(folder: string, program: string, action: string, port: number): Promise<void> {
  const env = {
    ...process.env,
    FWS_NGINX_SERVERS: join(folder, SERVERS),
    FWS_NGINX: `${program} -p ${folder} -c ${join(folder, 'nginx.conf')}`,
  };
  await promisify(execFile)('deploy/systemd/web-process', [action, String(port)], { env });
}

function writeNginx({ folder, ports, certificate, key, upstreams }: Files): void {
  const site = replaceInSample(readFileSync('deploy/nginx/fws.conf', 'utf8'), [
    [/^ *listen \[::\].*\n/gm, ''],
    ['listen 80 default_server;', `listen 127.0.0.1:${ports.http} default_server;`],
    [
      'listen 443 ssl http2 default_server;',
      `listen 127.0.0.1:${ports.https} ssl http2 default_server; listen 127.0.0.1:${ports.plain};`,
    ],
    ['/etc/letsencrypt/live/fws.example/fullchain.pem', certificate],
    ['/etc/letsencrypt/live/fws.example/privkey.pem', key],
    [/\/etc\/nginx\/fws-proxy\.conf/g, resolve('deploy/nginx/fws-proxy.conf')],
  ]);
  const upstream = replaceInSample(readFileSync('deploy/nginx/fws-upstream.conf', 'utf8'), [
    ['/etc/nginx/fws-web', join(folder, SERVERS)],
  ]);
  mkdirSync(join(folder, SERVERS));
  for (const port of upstreams)
    writeFileSync(join(folder, SERVERS, `${port}.conf`), `server 127.0.0.1:${port};`);
  const tempPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(join(folder, 'upstream.conf'), upstream);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error;
     events { worker_connections 1024; }
     http { access_log off; ${tempPaths} include ${folder}/upstream.conf; include ${folder}/site.conf; }`,
  );
}

function writeHaproxy({ folder, ports, certificate, key, upstreams }: Files): void {
  const pemFile = join(folder, 'both.pem');
  writeFileSync(pemFile, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  const text = replaceInSample(readFileSync('deploy/haproxy/haproxy.cfg', 'utf8'), [
    ['bind :80', `bind 127.0.0.1:${ports.http}`],
    ['bind :443', `bind 127.0.0.1:${ports.https}`],
    ['/etc/haproxy/certs/fws.example.pem', pemFile],
    [/127\.0\.0\.1:3000/g, `127.0.0.1:${upstreams[0]}`],
    [/127\.0\.0\.1:3010/g, `127.0.0.1:${upstreams[1]}`],
    [/^ *log (?:stdout|global).*\n/gm, ''],
    // The open-file limit of an ordinary session allows no more.
    ['maxconn 20000', 'maxconn 1000'],
  ]);
  const plain = `\nfrontend load\n    bind 127.0.0.1:${ports.plain}\n    default_backend fws_web\n`;
  writeFileSync(join(folder, 'haproxy.cfg'), text + plain);
}
