export { decideAppeal, decideReport } from './decisions/service.ts';
export { readReportCase } from './decisions/view.ts';
export { findCase as findReportCase } from './store.ts';
