import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const CHECKED_EVERY_MS = 100;
const CHECKED_WITHIN_MS = 5_000;

/** A proxy before several web processes, as production should have it. */
export interface Proxy {
  url: string;
  /** Result of the last readiness check. */
  isReady(upstream: string): boolean;
  /** How many answers this upstream gave. */
  countServed(upstream: string): number;
  close(): Promise<void>;
}

interface Upstream {
  url: string;
  isReady: boolean;
  served: number;
}

/**
 * Round robin over the web processes whose /readyz is 200, with keep-alive connections. Repeats a request on another
 * process only when the connection was refused, because otherwise the request may already have been executed.
 */
export async function startProxy(urls: readonly string[]): Promise<Proxy> {
  const upstreams = urls.map((url): Upstream => ({ url, isReady: false, served: 0 }));
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  let turn = 0;

  async function relay(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (const upstream of listInTurn()) {
      try {
        const answer = await forward(upstream, incoming, body, agent);
        upstream.served += 1;
        response.writeHead(answer.statusCode ?? 502, removeConnectionHeaders(answer.headers));
        answer.pipe(response);
        return;
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ECONNREFUSED') continue;
        return refuse(response, `${upstream.url} failed: ${code}`);
      }
    }
    refuse(response, 'no web process accepts connections');
  }

  /** Ready upstreams first. When none is ready, the others are still tried. */
  function listInTurn(): Upstream[] {
    turn += 1;
    const from = turn % upstreams.length;
    const rotated = [...upstreams.slice(from), ...upstreams.slice(0, from)];
    return rotated.toSorted((first, second) => Number(second.isReady) - Number(first.isReady));
  }

  async function watch(upstream: Upstream): Promise<void> {
    while (!stopping.signal.aborted) {
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(CHECKED_WITHIN_MS)]);
      const answer = await fetch(`${upstream.url}/readyz`, { signal }).catch(() => null);
      await answer?.arrayBuffer().catch(() => {});
      upstream.isReady = answer?.ok ?? false;
      await sleep(CHECKED_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const server = createServer((incoming, response) => void relay(incoming, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const watches = upstreams.map(watch);
  const find = (url: string) => upstreams.find((upstream) => upstream.url === url);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isReady: (url) => find(url)?.isReady ?? false,
    countServed: (url) => find(url)?.served ?? 0,
    async close() {
      stopping.abort();
      await Promise.all(watches);
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}

async function forward(
  { url }: Upstream,
  { method, url: path, headers }: IncomingMessage,
  body: Buffer,
  agent: Agent,
): Promise<IncomingMessage> {
  const outgoing = request(`${url}${path}`, {
    method,
    agent,
    headers: { ...removeConnectionHeaders(headers), 'content-length': body.length },
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

/** Removes hop-by-hop headers. */
function removeConnectionHeaders<Headers extends IncomingMessage['headers']>(headers: Headers): Headers {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = headers;
  return rest as Headers;
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(502, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
}
