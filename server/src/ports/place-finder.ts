/** Places in India by name or PIN, and the place nearest to a position. */
export interface PlaceFinder {
  search(query: string, limit: number): Promise<Place[]>;
  findNearest(position: { latitude: number; longitude: number }): Promise<Place | null>;
}

export interface Place {
  /** The text that is shown and stored, e.g. "Kothrud, Pune, Maharashtra 411038". */
  label: string;
  name: string;
  district: string;
  state: string;
  pin: string | null;
  latitude: number | null;
  longitude: number | null;
}
