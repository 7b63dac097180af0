export { rebuildSearch } from './store.ts';
export { getSearchTurns } from './explore/service.ts';
export { splitWords, toKey, toSkeleton } from './words/fold.ts';
