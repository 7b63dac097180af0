import { PAY_METHODS, type PayMethod } from '@fws/contract/rests/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { loadRestFacts, type NewRelease } from '../facts/store.ts';
import { decideRest, isKnownPair, type Rest } from '../rules.ts';
import { findTermsAt } from '../terms/store.ts';

export interface EstimatedRests {
  methods: { method: PayMethod; rest: Rest }[];
  payerDays: number;
  workerDays: number;
  /** Null if the pair is known. */
  known: { releases: number; days: number } | null;
}

/** The rest that a release would get now, by each way to pay. What is decided at the release may differ. */
export async function estimateRests(db: Db | Tx, release: NewRelease): Promise<EstimatedRests> {
  const terms = await findTermsAt(db, release.at);
  const facts = await loadRestFacts(db, terms, release);
  return {
    methods: PAY_METHODS.map((method) => ({ method, rest: decideRest(terms, { ...facts, method }) })),
    payerDays: facts.payerDays,
    workerDays: facts.workerDays,
    known: isKnownPair(terms, { ...facts, method: null })
      ? null
      : { releases: terms.knownReleases, days: terms.knownDays },
  };
}
