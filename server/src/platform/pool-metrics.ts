import type pg from 'pg';
import type { Gauge } from 'prom-client';
import { reportGauge } from './metrics.ts';

const pools = new Set<pg.Pool>();

/** Reports the connections of a pool until it is closed. */
export function watchPool(pool: pg.Pool): void {
  for (const other of pools) if (other.ended) pools.delete(other);
  pools.add(pool);
}

/** Sums the pools of each name: those of a process have different ones. */
function setByPool(gauge: Gauge, values: Record<string, (pool: pg.Pool) => number>): void {
  gauge.reset();
  for (const pool of pools) {
    if (pool.ended) continue;
    for (const [state, getValue] of Object.entries(values))
      gauge.inc({ pool: pool.options.application_name ?? 'fws', ...(state && { state }) }, getValue(pool));
  }
}

reportGauge({
  name: 'fws_database_connections',
  help: 'Connections to the database, by pool and state',
  labelNames: ['pool', 'state'],
  read(gauge) {
    setByPool(gauge, {
      in_use: ({ totalCount, idleCount }) => totalCount - idleCount,
      idle: ({ idleCount }) => idleCount,
    });
  },
});

reportGauge({
  name: 'fws_database_connections_max',
  help: 'Connections that a pool may open',
  labelNames: ['pool'],
  read(gauge) {
    setByPool(gauge, { '': ({ options }) => options.max ?? 0 });
  },
});

reportGauge({
  name: 'fws_database_connections_waiting',
  help: 'Requests and tasks that wait for a connection of a pool',
  labelNames: ['pool'],
  read(gauge) {
    setByPool(gauge, { '': ({ waitingCount }) => waitingCount });
  },
});
