import { Client } from 'pg';

/** Every row of every table as text, by table name, including the schemas of queue and ledger. */
export async function readTableRows(ownerUrl: string): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    );
    const rows = new Map<string, string[]>();
    for (const { name } of tables.rows) {
      const result = await client.query<{ text: string }>(`SELECT row::text AS text FROM ${name} AS row`);
      rows.set(
        name,
        result.rows.map((row) => row.text),
      );
    }
    return rows;
  } finally {
    await client.end();
  }
}

/** The whole database as one text, to check that a value is nowhere in it. */
export async function dump(ownerUrl: string): Promise<string> {
  return [...(await readTableRows(ownerUrl))].flatMap(([name, rows]) => [name, ...rows]).join('\n');
}
