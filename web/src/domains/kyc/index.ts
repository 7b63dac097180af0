export { usePendingCheck } from './usePendingCheck.ts';
