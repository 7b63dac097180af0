export { readVisibleProfile } from './people.ts';
export { insertConnection, insertShare } from './store.ts';
