export { markQuoted } from './answers/service.ts';
