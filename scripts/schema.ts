import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { removeDatabase, startDatabase, type Database } from './embedded-postgres/index.ts';
import { runProgram, type Life } from './program.ts';
import { describeSchema } from './schema/describe.ts';

const FILE = 'server/schema.sql';
const PATH = fileURLToPath(new URL(`../${FILE}`, import.meta.url));

// npm run schema: writes server/schema.sql, which shows the schema after all migrations. A test compares it with them.
await runProgram(async (life) => {
  const database = await startTemporaryDatabase(life);
  await migrate(database.ownerUrl, () => {}, database);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const schema = await describeSchema(client);
  await client.end();
  const isSame = schema === (await readFile(PATH, 'utf8').catch(() => ''));
  if (!isSame) await writeFile(PATH, schema);
  console.log(isSame ? `${FILE} was up to date.` : `${FILE} is written.`);
  return 0;
});

async function startTemporaryDatabase(life: Life): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fws-schema-'));
  await chmod(dataDir, 0o711); // root's database runs under another account, which needs access
  life.onEnd(async () => {
    await removeDatabase(dataDir);
    await rm(dataDir, { recursive: true });
  });
  const database = await startDatabase({ dataDir, durable: false, log: () => {} });
  life.onEnd(() => database.stop());
  return database;
}
