import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers instead of the product; false to let the product answer. */
type Answer = (incoming: IncomingMessage, response: ServerResponse) => boolean;
/** Keeps an answer that the product has given from the browser; false to send it. */
type KeepBack = (incoming: IncomingMessage, response: ServerResponse) => boolean;

/** Stands before the product as another origin, for what a browser fetches outside of its pages: the worker's program. */
export async function startFrontServer(
  target: string,
  answer: Answer,
  keepBack: KeepBack = () => false,
): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, response) => {
    if (answer(incoming, response)) return;
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(new URL(url, target), { method, headers }, (reply) => {
      if (keepBack(incoming, response)) return void reply.resume();
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    response.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
