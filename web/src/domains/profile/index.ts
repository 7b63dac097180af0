export { AvailabilityText } from './components/AvailabilityText.tsx';
export { AwayNote } from './components/AwayNote.tsx';
export { qualificationNames, rateNames } from './labels.ts';
