export { firstJobPages } from './api.ts';
