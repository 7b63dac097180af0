import type { Config } from '../config/index.ts';
import type { Ports } from '../ports/index.ts';
import type { Db } from './db/index.ts';
import type { Keyring } from './keys.ts';
import type { Log } from './log.ts';
import type { OfferWatch } from './offers.ts';
import type { WorkerWatch } from './queue/worker-watch.ts';
import type { RedisEvents } from './realtime/redis.ts';
import type { RedisLine } from './redis/line.ts';

/** Dependencies of a domain; created in `compose.ts`. */
export interface Deps {
  db: Db;
  ports: Ports;
  config: Config;
  keyring: Keyring;
  /** The keys of fingerprints of identities. */
  identityKeys: Keyring;
  log: Log;
  /** Tells what keeps lists of jobs and people that they have changed. */
  offers: OfferWatch;
  /** Tells whether messages and other tasks wait. */
  workers: WorkerWatch;
  /** Where several processes share Redis; the platform uses it. */
  redis?: { line: RedisLine; events: RedisEvents };
}
