export { readVisibleProfile } from './view.ts';
export { insertConnection, insertShare } from './store.ts';
