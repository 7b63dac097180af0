export { decideAppeal, decideReport } from './decisions/service.ts';
export { readReportCase } from './decisions/view.ts';
export { lockCase as lockReportCase } from './store.ts';
