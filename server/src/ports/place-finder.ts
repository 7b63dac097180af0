/** Places in India by name or PIN, and the place nearest to a position. */
export interface PlaceFinder {
  search(query: string, limit: number): Promise<Place[]>;
  /** A word of a place name and the other ways in which it is written, in lower case: Pune, Poona, पुणे. */
  listSpellings(word: string): readonly string[];
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
