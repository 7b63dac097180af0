import { tmpdir } from 'node:os';
import { join } from 'node:path';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import { createPool } from '../../server/src/platform/db/index.ts';
import { silentLog } from '../../server/src/platform/log.ts';
import { startServer } from '../../server/src/main.ts';
import type { Statement } from '../../server/src/domains/jobs/lists.ts';

/** What the parent sends to say which server this process is to be. */
export type ServeOrder =
  | { kind: 'fws'; databaseUrl: string }
  | { kind: 'bare'; databaseUrl: string; statement: Statement };

/** The product as it is, without the worker. */
async function serveProduct(databaseUrl: string): Promise<string> {
  const server = await startServer({
    databaseUrl,
    port: 0,
    dataDir: join(tmpdir(), `fws-bench-${process.pid}`),
    publicUrl: 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: { NODE_ENV: 'test', RATE_PER_MINUTE: '0' },
    log: silentLog,
    worker: false,
  });
  return server.url;
}

/** Fastify and the same statement, rows as they come: the least that could answer the list. */
async function serveBare(databaseUrl: string, statement: Statement): Promise<string> {
  const pool = createPool(databaseUrl);
  const app = Fastify({ logger: false });
  await app.register(formbody);
  app.post('/api/explore_jobs', async () => ({ status: 200, data: (await pool.query(statement)).rows }));
  return app.listen({ port: 0, host: '127.0.0.1' });
}

process.once('message', (order: ServeOrder) => {
  const started =
    order.kind === 'fws' ? serveProduct(order.databaseUrl) : serveBare(order.databaseUrl, order.statement);
  void started.then((url) => process.send?.(url));
});
process.once('disconnect', () => process.exit());
