import { execFileSync } from 'node:child_process';

/** Makes a self-signed certificate for `fws.example` and its key. */
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
