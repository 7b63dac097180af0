import { Client } from 'pg';

/** Every row of every table as text, the queue's and the ledger's too: for what must be nowhere in it. */
export async function dump(ownerUrl: string): Promise<string> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`SELECT row::text AS text FROM ${name} AS row`);
      texts.push(name, ...rows.map((row) => row.text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}
