export { rebuildSearch } from './store.ts';
