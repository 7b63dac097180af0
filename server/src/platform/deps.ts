import type { Config } from '../config.ts';
import type { Ports } from '../ports/index.ts';
import type { Db } from './db/index.ts';
import type { Keyring } from './keys.ts';
import type { Log } from './log.ts';

/** Dependencies of a domain; created in `compose.ts`. */
export interface Deps {
  db: Db;
  ports: Ports;
  config: Config;
  keyring: Keyring;
  log: Log;
}
