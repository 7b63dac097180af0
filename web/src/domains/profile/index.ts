export { qualificationNames, rateNames } from './labels.ts';
