export { findDevicePlace, findPlaces, type PlaceFailure } from './api.ts';
export { PlaceDialog } from './PlaceDialog.tsx';
export { PlaceField } from './PlaceField.tsx';
