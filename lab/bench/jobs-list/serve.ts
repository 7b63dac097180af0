import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify from 'fastify';
import type { Statement } from '../../../server/src/domains/jobs/lists/service.ts';
import { createPool } from '../../../server/src/platform/db/index.ts';
import { silentLog } from '../../../server/src/platform/log.ts';
import { startProfile, type NodeProfile } from '../profile/node-profile.ts';
import { buildSessionQuery } from './statements.ts';

/** Every request comes from one address, and every login is of one user. */
const UNLIMITED = [
  'LIMIT_REQUESTS_ADDRESS',
  'LIMIT_REQUESTS_USER',
  'LIMIT_PAGES_ADDRESS',
  'LIMIT_TOKENS_ADDRESS',
  'LIMIT_LOGIN_SOURCE',
  'LIMIT_LOGIN_ACCOUNT',
];

const DATA = join(tmpdir(), `fws-jobs-list-${process.pid}`);

/** Which server this process starts; it answers with the address. */
export type ServerSpec =
  | { kind: 'fws'; databaseUrl: string; queueUrl: string; worker?: boolean; webDist?: string }
  /** With or without the query for the session's user. */
  | { kind: 'bare'; databaseUrl: string; statement: Statement; checksSession: boolean };

/** What a running server is asked; it answers with processor time, its memory, and a profile since it was asked for one. */
export type Request = 'cpu' | 'memory' | 'profile' | 'end profile';

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

/** The product, without the worker unless asked for. */
async function serveProduct({
  databaseUrl,
  queueUrl,
  worker = false,
  webDist,
}: Extract<ServerSpec, { kind: 'fws' }>): Promise<string> {
  // Imported here, because it is most of the code and the bare server does not need it.
  const { startServer } = await import('../../../server/src/main.ts');
  const server = await startServer({
    databaseUrl,
    queueUrl,
    port: 0,
    dataDir: DATA,
    publicUrl: 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: {
      NODE_ENV: 'test',
      // No vendor takes messages here.
      NOTIFICATION_CHANNELS: 'none',
      ...Object.fromEntries(UNLIMITED.map((name) => [name, 'off'])),
    },
    log: silentLog,
    worker,
    ...(webDist !== undefined && { webDist }),
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

let endProfile: (() => Promise<NodeProfile>) | undefined;

async function answer(message: ServerSpec | Request): Promise<unknown> {
  if (message === 'memory') return readMemory();
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  if (message === 'profile') {
    endProfile = await startProfile();
    return true;
  }
  if (message === 'end profile') return endProfile?.();
  return message.kind === 'fws' ? serveProduct(message) : serveBare(message);
}

process.on('message', (message: ServerSpec | Request) => {
  void answer(message).then((reply) => process.send?.(reply));
});
process.once('disconnect', () => {
  rmSync(DATA, { recursive: true, force: true });
  process.exit();
});
