import { createServer } from 'node:http';

interface ReceivedWebhook {
  path: string;
  headers: Record<string, string | undefined>;
  rawBody: Buffer;
  type: string;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  /** Status codes of the first answers, in this order; then 200. */
  answers: number[];
  close(): Promise<void>;
}

/** For tests: the receiving end of webhooks, keeping the raw bytes. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const rawBody = Buffer.concat(chunks);
      const isJson = request.headers['content-type'] === 'application/json';
      const body: { type?: string; event?: string } = isJson ? JSON.parse(rawBody.toString('utf8')) : {};
      received.push({
        path: request.url ?? '',
        headers: toSingleValues(request.headers),
        rawBody,
        type: body.type ?? body.event ?? '',
      });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://localhost:${port}/hooks`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toSingleValues(headers: NodeJS.Dict<string | string[]>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}
