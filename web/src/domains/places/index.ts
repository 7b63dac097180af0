export { findDevicePlace, findPlaces, getDevicePosition, type PlaceFailure } from './api.ts';
export { PlaceDialog } from './PlaceDialog.tsx';
export { PlaceField } from './PlaceField.tsx';
export { buildMapsLink } from './distance.ts';
