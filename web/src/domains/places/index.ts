export { PlaceDialog } from './PlaceDialog.tsx';
export { PlaceField } from './PlaceField.tsx';
