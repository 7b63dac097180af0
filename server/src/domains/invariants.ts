import { archiveChecks, invariants as escrow } from './escrow/index.ts';
import { invariants as ledger, type Invariant } from './ledger/index.ts';
import { invariants as payouts } from './payouts/index.ts';
import { invariants as reliability } from './reliability/index.ts';
import { invariants as rests } from './rests/index.ts';
import { invariants as reviews } from './reviews/index.ts';

/** The invariants of all domains. `npm run ledger:verify` and the tests check all of them. */
export const allInvariants: readonly Invariant[] = [
  ...ledger,
  ...escrow,
  ...payouts,
  ...rests,
  ...reviews,
  ...reliability,
];

/** What the entries of archived months must hold besides. */
export { archiveChecks };
