import { optionField } from '../jobs/wire.ts';
import type { Qualification, RateType } from './model.ts';

const QUALIFICATION: Record<Qualification, string> = {
  tenth: '10th or Below 10th',
  twelfth: '12th Pass',
  diploma: 'Diploma',
  graduate: 'Graduate',
  postgraduate: 'Post Graduate',
  phd: 'PhD',
};
const RATE_TYPE: Record<RateType, string> = {
  hourly: 'Hourly Rate',
  day: 'Day Rate',
  weekly: 'Weekly Rate',
  fixed: 'Fixed Charges',
};
export const qualificationToWire = (value: Qualification | null): string =>
  value === null ? '' : QUALIFICATION[value];
export const rateTypeToWire = (value: RateType | null): string => (value === null ? '' : RATE_TYPE[value]);
/** Null for text that is not one of the options, such as empty text. */
const parseOption = <T extends string>(options: Record<T, string>, text: string): T | null => {
  const value = optionField('', options).fromWire(text);
  return Object.hasOwn(options, value) ? value : null;
};
export const qualificationFromWire = (text: string): Qualification | null => parseOption(QUALIFICATION, text);
export const rateTypeFromWire = (text: string): RateType | null => parseOption(RATE_TYPE, text);
