export { readVisibleProfile } from './view.ts';
export { deleteConnection, insertConnection, insertShare } from './store.ts';
