import type pg from 'pg';
import type { Gauge } from 'prom-client';
import { reportGauge } from '../metrics.ts';
import { createScrapedFigures } from '../scraped-figures.ts';

/** Counts stop here, so that no scrape reads a large outbox. */
const COUNT_LIMIT = 10_000;
const STATEMENT_TIMEOUT_MS = 1_000;

interface OutboxFigures {
  rows: number;
  oldestSeconds: number;
}
type ReadFigures = () => Promise<OutboxFigures | null>;

let readFigures: ReadFigures | undefined;

/** Reports the outbox of this relay's database, until the returned function is called. */
export function reportOutbox(pool: pg.Pool): () => void {
  const read = createScrapedFigures(createMeasurement(pool));
  readFigures = read;
  return () => {
    if (readFigures === read) readFigures = undefined;
  };
}

/**
 * Rows have no time, so their age is measured from when a scrape first saw the oldest one: it may be older by one
 * interval.
 */
function createMeasurement(pool: pg.Pool): () => Promise<OutboxFigures> {
  let oldest: { id: string; seenAt: number } | undefined;
  return async () => {
    const { rows, firstId } = await countRows(pool);
    const now = performance.now();
    if (firstId === null) oldest = undefined;
    else if (oldest?.id !== firstId) oldest = { id: firstId, seenAt: now };
    return { rows, oldestSeconds: oldest ? (now - oldest.seenAt) / 1000 : 0 };
  };
}

async function countRows(pool: pg.Pool): Promise<{ rows: number; firstId: string | null }> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query(`BEGIN READ ONLY; SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const result = await client.query<{ rows: number; firstId: string | null }>(
      `SELECT count(*)::int AS rows, min(id) AS "firstId"
       FROM (SELECT id FROM public.outbox ORDER BY id LIMIT ${COUNT_LIMIT}) oldest`,
    );
    await client.query('COMMIT');
    failed = false;
    return result.rows[0] ?? { rows: 0, firstId: null };
  } finally {
    // After a failure its transaction is still open.
    client.release(failed);
  }
}

async function setFigure(gauge: Gauge, getValue: (figures: OutboxFigures) => number): Promise<void> {
  const figures = await readFigures?.();
  if (figures) gauge.set(getValue(figures));
  else gauge.remove();
}

reportGauge({
  name: 'fws_outbox_rows',
  help: 'Tasks and events that wait in the outbox, at most 10,000',
  read(gauge) {
    return setFigure(gauge, ({ rows }) => rows);
  },
});

reportGauge({
  name: 'fws_outbox_oldest_seconds',
  help: 'For how long the oldest row of the outbox has been seen to wait',
  read(gauge) {
    return setFigure(gauge, ({ oldestSeconds }) => oldestSeconds);
  },
});
