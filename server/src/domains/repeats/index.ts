export { calculateAnswerTime } from './rules.ts';
