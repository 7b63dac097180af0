import { expect } from 'vitest';
import { allInvariants } from '../../src/domains/invariants.ts';
import { verifyLedger, type Invariant } from '../../src/domains/ledger/index.ts';
import type { Db } from '../../src/platform/db/index.ts';
import { BEFORE_EVERYTHING } from './verified-day.ts';

/** Call this after every test that moved money. */
export async function expectSoundLedger(
  db: Db,
  invariants: readonly Invariant[] = allInvariants,
): Promise<void> {
  expect(await verifyLedger(db, invariants)).toEqual([]);
  expect(await verifyLedger(db, invariants, BEFORE_EVERYTHING)).toEqual([]);
}
