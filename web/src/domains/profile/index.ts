export { AvailabilityText } from './components/AvailabilityText.tsx';
export { AwayNote } from './components/AwayNote.tsx';
export { availabilityQuery } from './api.ts';
export { qualificationNames, rateNames } from './labels.ts';
