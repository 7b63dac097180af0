export { issueNames } from './labels.ts';
