import { connect, type SecureVersion } from 'node:tls';
import type { RunningProxy } from '../support/proxies.ts';

/** Compares what an outside client receives with what the documentation promises. */
export async function checkEntryPoints(proxy: RunningProxy): Promise<string[]> {
  const { httpPort, plainUrl } = proxy;
  const fetchWithoutTls = async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${httpPort}${path}`, { method, redirect: 'manual' });
    return `${answer.status} ${answer.headers.get('location') ?? ''}`.trim();
  };
  const expected: [string, string | number, string | number][] = [
    ['TLS 1.1', await tryHandshake(proxy, 'TLSv1.1'), 'refused'],
    ['TLS 1.2', await tryHandshake(proxy, 'TLSv1.2'), 'TLSv1.2'],
    ['TLS 1.3', await tryHandshake(proxy, 'TLSv1.3'), 'TLSv1.3'],
    ['an old cipher', await tryHandshake(proxy, 'TLSv1.2', 'AES128-SHA'), 'refused'],
    ['a page without TLS', (await fetchWithoutTls('/jobs')).slice(0, 11), '301 https:/'],
    ['a call without TLS', await fetchWithoutTls('/api/user_login', 'POST'), '403'],
    ['a webhook without TLS', await fetchWithoutTls('/webhooks/payments', 'POST'), '403'],
  ];
  for (const path of ['/metrics', '/healthz', '/readyz'])
    expected.push([`${path} from outside`, await getStatusByTls(proxy, path), 404]);
  expected.push(['the landing page', await getStatusByTls(proxy, '/'), 200]);
  expected.push(['a page through the proxy', (await fetch(`${plainUrl}/`)).status, 200]);
  return expected
    .filter(([, actual, wanted]) => actual !== wanted)
    .map(([name, actual, wanted]) => `${name}: ${actual}, not ${wanted}`);
}

function tryHandshake(
  { httpsPort, authority }: RunningProxy,
  version: SecureVersion,
  ciphers = 'DEFAULT',
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({
      host: '127.0.0.1',
      port: httpsPort,
      servername: 'fws.example',
      ca: authority,
      minVersion: version,
      maxVersion: version,
      // Node refuses old protocols and ciphers unless SECLEVEL allows them.
      ciphers: `${ciphers}:@SECLEVEL=0`,
    });
    socket.once('secureConnect', () => {
      resolve(socket.getProtocol() ?? 'none');
      socket.destroy();
    });
    socket.once('error', () => resolve('refused'));
  });
}

/** Returns the status of a GET over TLS with the certificate verified. */
function getStatusByTls({ httpsPort, authority }: RunningProxy, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: httpsPort, servername: 'fws.example', ca: authority },
      () => socket.write(`GET ${path} HTTP/1.1\r\nHost: fws.example\r\nConnection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.once('end', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])));
    socket.once('error', reject);
  });
}
