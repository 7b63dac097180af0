import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';

/** Debian keeps servers in sbin, which is not on everybody's path. */
const PATH = [process.env['PATH'] ?? '', '/usr/sbin', '/usr/local/sbin', '/sbin'].join(delimiter);

export type Tool = (typeof TOOLS)[number];
/** Each with the Debian package that it comes in. */
export const TOOLS = ['nginx', 'haproxy', 'systemd-analyze', 'openssl'] as const;

/** Null: it is not installed. */
export function findTool(tool: Tool): string | null {
  const found = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', tool], {
    env: { ...process.env, PATH },
    encoding: 'utf8',
  });
  return found.status === 0 ? found.stdout.trim() : null;
}

/** A self-signed certificate for `fws.example`, as one file with its key and as two. */
export function makeCertificate(openssl: string, folder: string): { certificate: string; key: string } {
  const [certificate, key] = [`${folder}/fullchain.pem`, `${folder}/privkey.pem`];
  const subject = ['-subj', '/CN=fws.example', '-addext', 'subjectAltName=DNS:fws.example'];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync(openssl, [...args, ...subject], { stdio: 'ignore' });
  return { certificate, key };
}
