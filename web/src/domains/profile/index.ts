export { qualificationNames, rateNames } from './words.ts';
