import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { runProof } from '../program.ts';

// A proof that the tests end: it writes to its database until it is told to end, or goes on as if it were not (--deaf).

await runProof(
  'small',
  { database: 'durable', flags: ['minutes', 'deaf'], endsWithinMs: 1_000 },
  async ({ args, signal }) => {
    await mkdtemp(join(tmpdir(), 'fws-work-'));
    const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await client.connect();
    await client.query('CREATE TABLE work (done int)');
    let writes = 0;
    while (!signal.aborted || args.includes('--deaf')) {
      await client.query('INSERT INTO work VALUES ($1)', [++writes]);
      if (writes === 1) process.stdout.write('working\n');
    }
    const ended = once(client, 'end');
    await client.end();
    await ended;
    return { figures: { writes }, violations: [] };
  },
);
