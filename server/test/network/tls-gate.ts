import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 24 * 3600_000;
const SSL_REQUEST = 80_877_103;

/** A proxy before a database that accepts only TLS, as PostgreSQL does with `hostssl`. */
export interface TlsGate {
  port: number;
  /** Its self-signed certificate. */
  certificate: string;
  /** How many connections completed the TLS handshake. */
  securedCount: number;
  close(): Promise<void>;
}

export async function startTlsGate(databaseUrl: string, hostname: string): Promise<TlsGate> {
  const target = new URL(databaseUrl);
  const { certificate, key } = await makeCertificate(hostname);
  const secureContext = createSecureContext({ cert: certificate, key });
  const sockets = new Set<Socket>();
  const trackSocket = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    trackSocket(client);
    client.once('data', (head) => {
      if (head.length !== 8 || head.readInt32BE(4) !== SSL_REQUEST) return void client.destroy();
      client.write('S');
      const tlsSocket = new TLSSocket(client, { isServer: true, secureContext });
      tlsSocket.on('error', () => {}).once('secure', () => (gate.securedCount += 1));
      const upstream = connect(Number(target.port), target.hostname);
      trackSocket(upstream);
      tlsSocket.pipe(upstream).pipe(tlsSocket);
      tlsSocket.on('close', () => upstream.destroy());
      upstream.on('close', () => tlsSocket.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gate: TlsGate = {
    port: (server.address() as AddressInfo).port,
    certificate,
    securedCount: 0,
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gate;
}

async function makeCertificate(hostname: string): Promise<{ certificate: string; key: string }> {
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
