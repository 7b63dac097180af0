/** Places in India by name or PIN, and the place nearest to a position. */
export interface PlaceFinder {
  search(query: string, limit: number): Promise<Place[]>;
  /** A word of a place name and the other ways in which it is written, in lower case: Pune, Poona, पुणे. */
  listSpellings(word: string): readonly string[];
  /** The same of a word that somebody typed: also those of a large city whose name it misspells. */
  listTypedSpellings(word: string): readonly string[];
  findNearest(position: { latitude: number; longitude: number }): Promise<Place | null>;
  /** The city that an address names, and the locality in it. Null when it names no city that is known. */
  locate(address: string): Promise<Locality | null>;
  /** The city of an address of a page, by its slug. */
  findCity(slug: string): Promise<City | null>;
}

export interface City {
  /** "Pune" */
  name: string;
  state: string;
  /** For addresses of pages: "pune", or with the state where a larger city has the name. */
  slug: string;
}

export interface Locality {
  /** "Kothrud"; null when the address names none. */
  name: string | null;
  city: City;
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
