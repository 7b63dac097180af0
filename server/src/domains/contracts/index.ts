export { getWaitMs } from './auto-release/deadlines.ts';
export { loadAwards, type Award } from './awards/service.ts';
export { escrowEvents } from './job-progress/service.ts';
export { continueWithoutParty, continueWithParty } from './suspension/service.ts';
export { toJobFacts } from './facts.ts';
export { getOtherSide, listTurns, type TurnFacts } from './turns/rules.ts';
export { toTurnFacts } from './view.ts';
export { cancelUnpaid, repeatContract } from './repeating/service.ts';
export { listContractEvents, type ListedEvent, type Period } from './timeline/service.ts';
