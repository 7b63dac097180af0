export { getWaitMs } from './auto-release/deadlines.ts';
export { loadAwards, type Award } from './awards.ts';
export { escrowEvents } from './job-progress.ts';
export { continueWithoutParty, continueWithParty } from './suspension.ts';
export { toJobFacts } from './milestones.ts';
export { getOtherSide, listTurns, type TurnFacts } from './turns.ts';
export { toTurnFacts } from './view.ts';
