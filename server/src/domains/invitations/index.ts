export { calculateLapseCutoff, calculateLapseTime } from './rules.ts';
export { insertInvitation } from './store.ts';
export { markQuoted } from './answers/service.ts';
