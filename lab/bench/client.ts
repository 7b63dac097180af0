import { Agent, request } from 'node:http';

export interface LiveEvent {
  topic: string;
  id: number | string | null;
}

/** Sends requests over connections that stay open. Costs the load generator less than `fetch`. */
export function createClient(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    /** Calls the API with clean values, as the web app does. Any answer other than a success is an error. */
    call(
      name: string,
      values: object,
      { token, headers = {} }: { token?: string; headers?: Record<string, string> } = {},
    ): Promise<void> {
      const body = JSON.stringify(values);
      return new Promise((resolve, reject) => {
        const sent = request(
          `${url}/api/${name}`,
          {
            agent,
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              'x-fws-client': 'web',
              ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
              ...headers,
            },
          },
          (answer) => {
            answer.on('error', reject).on('end', () => {
              if (answer.statusCode === 200) resolve();
              else reject(new Error(`${name} answered ${answer.statusCode}`));
            });
            answer.resume();
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });
    },
    /** Opens a stream of live events, and calls `onEvent` with each. Resolves when the stream is open. */
    listen(token: string, onEvent: (event: LiveEvent) => void): Promise<() => void> {
      return new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` };
        const sent = request(`${url}/api/events`, { agent: new Agent(), headers });
        sent.on('error', reject);
        sent.on('response', (answer) => {
          if (answer.statusCode !== 200) return reject(new Error(`the stream answered ${answer.statusCode}`));
          let rest = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => {
            const messages = (rest + chunk).split('\n\n');
            rest = messages.pop() ?? '';
            for (const message of messages)
              if (message.startsWith('data: ')) onEvent(JSON.parse(message.slice(6)) as LiveEvent);
            resolve(() => void sent.destroy());
          });
          answer.on('error', () => {});
        });
        sent.end();
      });
    },
    close: () => agent.destroy(),
  };
}
export type Client = ReturnType<typeof createClient>;
