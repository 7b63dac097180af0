export { readVisitCase } from './cases/service.ts';
export type { VisitEvents } from './events.ts';
export {
  createVisit,
  foreseeCancellation,
  noteCancelled,
  noteFunded,
  type ForeseenCancellation,
} from './service.ts';
export { createSecret as createVisitSecret } from './door/service.ts';
export { passDoor } from './start/service.ts';
