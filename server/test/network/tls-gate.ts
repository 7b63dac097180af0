import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { makeCertificate } from './certificate.ts';

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
