import { Client } from 'pg';

export const buildToken = (user: number): string => `stream-${user}`;

/** Creates users who are signed in, numbered from 1. */
export async function loadSignedInUsers(ownerUrl: string, count: number): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `WITH person AS (
         INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
         SELECT 'Person', g::text, 'person' || g || '@mail.example', '+91' || (8000000000 + g), 'individual',
           '{projects}', 'Pune'
         FROM generate_series(1, $1::int) g RETURNING id, last_name)
       INSERT INTO session (token_hash, user_id, client, device, created_at, seen_at, expires_at)
       SELECT sha256(convert_to($2 || last_name, 'UTF8')), id, 'web', '', now(), now(), now() + interval '1 day'
       FROM person`,
      [count, 'stream-'],
    );
    await client.query('VACUUM (ANALYZE) user_account, session');
  } finally {
    await client.end();
  }
}
