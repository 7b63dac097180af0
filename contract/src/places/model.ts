/** A place in India that can be chosen for a job or a person. */
export interface PlaceOption {
  label: string;
  latitude: number | null;
  longitude: number | null;
}
