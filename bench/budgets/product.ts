import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDemo } from '../../scripts/demo/load.ts';
import { DEMO_PASSWORD, demoPeople } from '../../scripts/demo/people.ts';
import { getWebDist } from '../../scripts/web-dist.ts';
import { silentLog } from '../../server/src/platform/log.ts';
import { startServer } from '../../server/src/main.ts';
import { createTestDatabase } from '../../server/test/database.ts';

export interface Login {
  identifier: string;
  password: string;
}

export interface Product {
  url: string;
  logins: Record<'meera' | 'imran', Login>;
  close(): Promise<void>;
}

/** Starts the built web app on a server with the demo data, without the worker, on TEST_DATABASE_URL. */
export async function startProduct(): Promise<Product> {
  const database = await createTestDatabase();
  const dataDir = join(tmpdir(), `fws-budgets-${process.pid}`);
  await loadDemo({ databaseUrl: database.appUrl, dataDir, log: () => {} });
  const server = await startServer({
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
    port: 0,
    dataDir,
    publicUrl: 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: { NODE_ENV: 'test', LIMIT_REQUESTS_ADDRESS: 'off', LIMIT_REQUESTS_USER: 'off' },
    log: silentLog,
    webDist: getWebDist(process.cwd()),
    worker: false,
  });
  const findLogin = (key: 'meera' | 'imran'): Login => ({
    identifier: demoPeople.find((person) => person.key === key)?.email ?? '',
    password: DEMO_PASSWORD,
  });
  return {
    url: server.url,
    logins: { meera: findLogin('meera'), imran: findLogin('imran') },
    async close() {
      await server.close();
      await database.close();
    },
  };
}
