import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** `before`: the request never arrives. `after`: it takes effect, but the answer is cut. `late`: both are slow. */
export type Cut = 'before' | 'after' | 'late' | null;

export interface Proxy {
  url: string;
  cuts: Record<'before' | 'after' | 'late', number>;
  /** URL to forward to, once it is known. */
  target: string;
  close(): Promise<void>;
}

const LATE_MS = 700;

/** A proxy in front of a provider that cuts or delays each call as `decide` says. */
export async function startProxy(decide: () => Cut): Promise<Proxy> {
  const server = createServer((incoming, outgoing) => {
    void relay(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: Proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: { before: 0, after: 0, late: 0 },
    target: '',
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const cut = decide();
    if (cut) proxy.cuts[cut] += 1;
    if (cut === 'before') return void incoming.socket.destroy();
    if (cut === 'late') await sleep(LATE_MS);
    const answer = await forward(incoming, Buffer.concat(chunks));
    if (cut === 'after') return void incoming.socket.destroy();
    if (cut === 'late') await sleep(LATE_MS);
    outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  }

  function forward(incoming: IncomingMessage, body: Buffer): Promise<{ status: number; body: Buffer }> {
    const { method, headers } = incoming;
    return new Promise((resolve, reject) => {
      const upstreamRequest = ask(`${proxy.target}${incoming.url}`, { method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 500, body: Buffer.concat(chunks) }));
      });
      upstreamRequest.on('error', reject);
      upstreamRequest.end(body);
    });
  }
  return proxy;
}
