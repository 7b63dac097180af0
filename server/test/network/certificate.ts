import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600_000;

/** A self-signed certificate and its key, both as PEM. */
export async function makeCertificate(hostname: string): Promise<{ certificate: string; key: string }> {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${hostname}`,
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + DAY_MS),
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: hostname }])],
    },
    webcrypto as never,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { certificate: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') };
}
