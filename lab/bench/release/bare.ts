import pg from 'pg';

/** The minimum that moves money: two balances and two entries in one transaction, on tables without checks. */
export async function createBareTransfers(
  ownerUrl: string,
  accounts: number,
  clients: number,
): Promise<{
  transfer(from: number, to: number, amountPaise: number): Promise<void>;
  close(): Promise<void>;
}> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: clients });
  await pool.query(`
    CREATE TABLE bare_account (id bigint PRIMARY KEY, balance bigint NOT NULL);
    CREATE TABLE bare_entry (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id bigint NOT NULL, amount bigint NOT NULL
    );`);
  await pool.query('INSERT INTO bare_account SELECT g, 1000000000 FROM generate_series(1, $1::int) g', [
    accounts,
  ]);

  const updateBalance = (client: pg.PoolClient, account: number, amountPaise: number) =>
    client.query({
      name: 'move',
      text: 'UPDATE bare_account SET balance = balance + $2 WHERE id = $1',
      values: [account, amountPaise],
    });
  const insertEntry = (client: pg.PoolClient, account: number, amountPaise: number) =>
    client.query({
      name: 'note',
      text: 'INSERT INTO bare_entry (account_id, amount) VALUES ($1, $2)',
      values: [account, amountPaise],
    });

  return {
    async transfer(from, to, amountPaise) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await updateBalance(client, from, -amountPaise);
        await updateBalance(client, to, amountPaise);
        await insertEntry(client, from, -amountPaise);
        await insertEntry(client, to, amountPaise);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
