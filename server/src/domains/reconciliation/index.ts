export { compareWithProvider } from './compare.ts';
export { describeNotCompared } from './describe.ts';
export type { ComparisonQuery, Difference, Period, ProviderComparison, StatementLine } from './model.ts';
export { reconcile, type Reconciliation } from './own-records.ts';
