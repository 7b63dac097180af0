export { issueNames } from './words.ts';
