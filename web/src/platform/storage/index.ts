import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import type { WaitingAction } from '../outbox/actions.ts';

/** The reply to a read, as a screen holds it. */
export interface KeptRead {
  /** User and query. */
  id: string;
  userId: number;
  queryKey: readonly unknown[];
  data: unknown;
  /** When the server gave it, in ms. */
  at: number;
  bytes: number;
}

/** What this device signs with at the poster's door. The private half can be used, and not read. */
export interface KeptDoorKey {
  userId: number;
  milestoneId: number;
  privateKey: CryptoKey;
  publicKey: string;
  /** The number that the server gave it. Null: not registered yet. */
  keyId: number | null;
}

/** What this installation says with each step of a visit. */
export interface StepCounter {
  device: string;
  counter: number;
  /** The last time of the server that was seen, in ms. */
  serverMs: number | null;
}

interface Stores extends DBSchema {
  /** One record: who was last signed in here, and the language. */
  session: { key: string; value: { user: CurrentUser; at: number } };
  reads: { key: string; value: KeptRead; indexes: { at: number } };
  outbox: { key: number; value: WaitingAction; indexes: { userId: number } };
  doorKeys: { key: [number, number]; value: KeptDoorKey };
  /** One record. */
  steps: { key: string; value: StepCounter };
}

const NAME = 'fws';
const VERSION = 2;

let opening: Promise<IDBPDatabase<Stores>> | undefined;

function openDatabase(): Promise<IDBPDatabase<Stores>> {
  const forget = () => {
    opening = undefined;
  };
  opening ??= openDB<Stores>(NAME, VERSION, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('session');
        database.createObjectStore('reads', { keyPath: 'id' }).createIndex('at', 'at');
        database
          .createObjectStore('outbox', { keyPath: 'id', autoIncrement: true })
          .createIndex('userId', 'userId');
      }
      database.createObjectStore('doorKeys', { keyPath: ['userId', 'milestoneId'] });
      database.createObjectStore('steps');
    },
    // A later version of the app, in another tab, must be able to change the database.
    blocking: (_current, _wanted, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
  opening.catch(forget);
  return opening;
}

/**
 * Uses the database of this browser. Undefined when there is none, as in some private windows, or when the disk is full:
 * the app then works without it.
 */
export async function withDatabase<T>(
  use: (database: IDBPDatabase<Stores>) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await use(await openDatabase());
  } catch {
    return undefined;
  }
}
