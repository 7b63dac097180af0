import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { request as requestOverHttp } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { makeCertificate } from '../../../server/test/network/certificate.ts';

/** A proxy that speaks HTTP/2 over TLS with the browser and HTTP/1.1 with the product, as `deploy/nginx` does. */
export interface Http2Front {
  /** The certificate's public key, for a browser that must accept it. */
  publicKeyHash: string;
  close(): Promise<void>;
}

/** Headers of one HTTP/1.1 connection, which HTTP/2 forbids. */
const CONNECTION_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

export async function startHttp2Front(port: number, productUrl: string): Promise<Http2Front> {
  const { certificate, key } = await makeCertificate('localhost');
  const server = createSecureServer({ cert: certificate, key }, (request, response) =>
    forward(productUrl, request, response),
  );
  const sessions = new Set<{ destroy(): void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    publicKeyHash: hashPublicKey(certificate),
    async close() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(productUrl: string, request: Http2ServerRequest, response: Http2ServerResponse): void {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !name.startsWith(':')),
  );
  const forwarded = requestOverHttp(
    new URL(request.url, productUrl),
    {
      method: request.method,
      headers: { ...headers, host: request.authority, 'x-forwarded-proto': 'https' },
    },
    (reply) => {
      const kept = Object.entries(reply.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
      response.writeHead(reply.statusCode ?? 502, Object.fromEntries(kept));
      reply.pipe(response);
    },
  );
  // The browser has left, or the product has ended.
  forwarded.on('error', () => response.stream?.close());
  response.on('close', () => forwarded.destroy());
  request.pipe(forwarded);
}

const hashPublicKey = (certificate: string): string =>
  createHash('sha256')
    .update(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
