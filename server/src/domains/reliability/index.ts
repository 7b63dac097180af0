export { decideContest } from './decisions/service.ts';
export { invariants } from './invariants.ts';
export { recordOutcomes } from './recording/service.ts';
export { contestOutcomeInTx } from './service.ts';
export { findOutcomeById as findContest, uncountLinked } from './store.ts';
export { loadReliability } from './view.ts';
