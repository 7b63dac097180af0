export { calculateLapseCutoff, calculateLapseTime } from './rules.ts';
export { findInvitation, insertInvitation } from './store.ts';
export { markQuoted } from './answers/service.ts';
