export { readVisitCase } from './cases/service.ts';
export type { VisitEvents } from './events.ts';
export { readVisitFault, type VisitFault } from './faults/service.ts';
export {
  createVisit,
  findOpenVisitMilestone,
  findOwedFee,
  foreseeCancellation,
  noteCancelled,
  noteFunded,
  type ForeseenCancellation,
} from './service.ts';
export { createSecret as createVisitSecret } from './door/service.ts';
export { passDoor } from './start/service.ts';
