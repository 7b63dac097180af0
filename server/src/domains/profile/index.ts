export { addCompletedProject, peopleByIds, type PersonRow } from './store.ts';
