import { invariants as contracts } from './contracts/index.ts';
import { invariants as ledger, type Invariant } from './ledger/index.ts';
import { invariants as payouts } from './payouts/index.ts';

/** What must hold of the money, all domains together; `npm run ledger:verify` and the tests ask all of them. */
export const allInvariants: readonly Invariant[] = [...ledger, ...contracts, ...payouts];
