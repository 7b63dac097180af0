import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWorkerSlug, sitePaths } from '@fws/contract/site/model';
import { loadDemo } from '../../../scripts/demo/load.ts';
import { demoPeople } from '../../../scripts/demo/people.ts';
import { getWebDist } from '../../../scripts/web-dist.ts';
import { createSession } from '../../../server/src/domains/identity/index.ts';
import { silentLog } from '../../../server/src/platform/log.ts';
import { startServer } from '../../../server/src/main.ts';
import { createTestDatabase } from '../../../server/test/database.ts';
import { findFreePort } from '../../../server/test/network/port.ts';
import { startHttp2Front } from './http2-front.ts';

const DAY_MS = 24 * 3600_000;

type Name = 'meera' | 'imran';

export interface Product {
  /** As the browser opens it. */
  url: string;
  /** Without the proxy before it. */
  directUrl: string;
  /** Of the proxy's certificate, which the browser must accept; undefined without a proxy. */
  publicKeyHash: string | undefined;
  /** The id of a job of the demo data. */
  findJobId(title: string): Promise<number>;
  /** Makes the page of somebody of the demo data public, and returns its path. */
  openPage(name: Name): Promise<string>;
  /** Starts a session on a proven device of somebody of the demo data, and returns its token. */
  startSession(name: Name): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts the built web app on a server with the demo data, without the worker, on TEST_DATABASE_URL. Behind a proxy that
 * speaks HTTP/2, as in production, or else directly over HTTP/1.1.
 */
export async function startProduct({ isBehindHttp2 }: { isBehindHttp2: boolean }): Promise<Product> {
  const database = await createTestDatabase();
  const dataDir = join(tmpdir(), `fws-budgets-${process.pid}`);
  await loadDemo({ databaseUrl: database.appUrl, dataDir, log: () => {} });
  const frontPort = isBehindHttp2 ? await findFreePort() : undefined;
  const frontUrl = frontPort === undefined ? undefined : `https://localhost:${frontPort}`;
  const server = await startServer({
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
    port: 0,
    dataDir,
    publicUrl: frontUrl ?? 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: { NODE_ENV: 'test', LIMIT_REQUESTS_ADDRESS: 'off', LIMIT_REQUESTS_USER: 'off' },
    log: silentLog,
    webDist: getWebDist(process.cwd()),
    worker: false,
  });
  const front = frontPort === undefined ? undefined : await startHttp2Front(frontPort, server.url);
  const findUser = (name: Name) =>
    database.db
      .selectFrom('user_account')
      .select(['id', 'first_name as firstName'])
      .where('email', '=', demoPeople.find((person) => person.key === name)?.email ?? '')
      .executeTakeFirstOrThrow();
  async function startSession(name: Name): Promise<string> {
    const { id } = await findUser(name);
    const now = new Date();
    return createSession(database.db, { userId: id, now, ttlMs: DAY_MS, client: 'web', confirmed: true });
  }
  return {
    url: frontUrl ?? server.url,
    directUrl: server.url,
    publicKeyHash: front?.publicKeyHash,
    async findJobId(title) {
      const { id } = await database.db
        .selectFrom('job')
        .select('id')
        .where('title', '=', title)
        .executeTakeFirstOrThrow();
      return id;
    },
    async openPage(name) {
      const user = await findUser(name);
      await database.db
        .updateTable('profile')
        .set({ is_public: true })
        .where('user_id', '=', user.id)
        .execute();
      return sitePaths.worker(buildWorkerSlug(user));
    },
    startSession,
    async close() {
      await front?.close();
      await server.close();
      await database.close();
    },
  };
}
