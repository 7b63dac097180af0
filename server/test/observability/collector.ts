import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, unknown>;
  service: unknown;
}

interface OtlpAttribute {
  key: string;
  value: Record<string, unknown>;
}
interface OtlpBody {
  resourceSpans: {
    resource: { attributes: OtlpAttribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'service'> & { attributes: OtlpAttribute[] })[];
    }[];
  }[];
}

const toRecord = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A collector of traces that remembers what it received: OTLP over HTTP, in JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      texts.push(text);
      for (const { resource, scopeSpans } of (JSON.parse(text) as OtlpBody).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            attributes: toRecord(span.attributes),
            service: toRecord(resource.attributes)['service.name'],
          });
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** The bodies as they arrived. */
    texts,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
