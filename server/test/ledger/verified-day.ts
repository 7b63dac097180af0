import type { VerifiedDay } from '../../src/domains/ledger/index.ts';

/** A night that starts from here checks, with the statements of a night, everything that ever moved. */
export const BEFORE_EVERYTHING: VerifiedDay = { day: '1970-01-01', lastTxn: 0, lastChange: 0 };
