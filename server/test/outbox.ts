import pg from 'pg';

/** How many rows wait to be handed on. The application's login may not read them. */
export async function countOutbox(ownerUrl: string): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM outbox');
    return rows[0]?.waiting ?? 0;
  } finally {
    await owner.end();
  }
}
