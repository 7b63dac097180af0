import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import type { Statement } from '../../server/src/domains/jobs/lists.ts';
import { createPool } from '../../server/src/platform/db/index.ts';
import { silentLog } from '../../server/src/platform/log.ts';
import { buildSessionQuery } from './statements.ts';

const DATA = join(tmpdir(), `fws-jobs-list-${process.pid}`);

/** Which server this process starts; it answers with the address. */
export type ServerSpec =
  | { kind: 'fws'; databaseUrl: string; queueUrl: string }
  /** With or without the query for the session's user. */
  | { kind: 'bare'; databaseUrl: string; statement: Statement; checksSession: boolean };

/** In bytes. */
export interface ServerMemory {
  rss: number;
  heapUsed: number;
}

function readMemory(): ServerMemory {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  // The second one frees what finalizers of the first have released.
  collectGarbage();
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
}

/** The product, without the worker. */
async function serveProduct({
  databaseUrl,
  queueUrl,
}: Extract<ServerSpec, { kind: 'fws' }>): Promise<string> {
  // Imported here, because it is most of the code and the bare server does not need it.
  const { startServer } = await import('../../server/src/main.ts');
  const server = await startServer({
    databaseUrl,
    queueUrl,
    port: 0,
    dataDir: DATA,
    publicUrl: 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: {
      NODE_ENV: 'test',
      LIMIT_REQUESTS_ADDRESS: 'off',
      LIMIT_REQUESTS_USER: 'off',
      LIMIT_TOKENS_ADDRESS: 'off',
    },
    log: silentLog,
    worker: false,
  });
  return server.url;
}

/** Fastify and the same SQL, rows unchanged: the minimum that could answer the list. */
async function serveBare(spec: Extract<ServerSpec, { kind: 'bare' }>): Promise<string> {
  const pool = createPool(spec.databaseUrl);
  const app = Fastify({ logger: false });
  app.post('/api/explore_jobs', async ({ headers }, reply) => {
    if (spec.checksSession) {
      const token = (headers.authorization ?? '').slice('Bearer '.length);
      const session = await pool.query(buildSessionQuery(token));
      if (session.rowCount !== 1) return reply.code(401).send();
    }
    return { status: 200, data: (await pool.query(spec.statement)).rows };
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
}

process.on('message', (message: ServerSpec | 'cpu' | 'memory') => {
  if (message === 'memory') {
    process.send?.(readMemory());
    return;
  }
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1000);
    return;
  }
  const started = message.kind === 'fws' ? serveProduct(message) : serveBare(message);
  void started.then((url) => process.send?.(url));
});
process.once('disconnect', () => {
  rmSync(DATA, { recursive: true, force: true });
  process.exit();
});
