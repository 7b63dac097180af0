export { readVisibleProfile } from './view.ts';
export { insertShare } from './sharing/store.ts';
export { deleteConnection, insertConnection } from './store.ts';
