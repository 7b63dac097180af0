import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readiness } from '../readiness.ts';

export interface WorkerHealth {
  address: string;
  close(): Promise<void>;
}

/** What the endpoints answer with. */
export interface HealthSources {
  check: () => Promise<Readiness>;
  scrape: (
    headers: IncomingHttpHeaders,
    remoteAddress: string,
  ) => Promise<{ status: number; contentType: string; text: string }>;
}

/** Endpoints for the supervisor of a process without any other listener: liveness, readiness and metrics. */
export async function startWorkerHealth(
  { host, port }: { host: string; port: number },
  { check, scrape }: HealthSources,
): Promise<WorkerHealth> {
  const server = createServer((request, response) => {
    // Probes are too rare to keep a connection alive, and a kept one would delay the shutdown.
    response.setHeader('connection', 'close');
    const [path] = (request.url ?? '').split('?');
    if (path === '/healthz') send(response, 200, { ok: true });
    else if (path === '/readyz')
      void check().then((readiness) => send(response, readiness.ready ? 200 : 503, readiness));
    else if (path === '/metrics')
      scrape(request.headers, request.socket.remoteAddress ?? '').then(
        ({ status, contentType, text }) =>
          void response
            .writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' })
            .end(text),
        () => send(response, 500, { message: 'Metrics could not be read' }),
      );
    else send(response, 404, { message: 'Not found' });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: `${host}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(body));
}
