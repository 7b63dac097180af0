/** A place in India that can be chosen for a job or a person. */
export interface PlaceOption {
  label: string;
  latitude: number | null;
  longitude: number | null;
}

/** Where pictures of maps come from; an empty address: there are none. */
export interface MapTiles {
  /** With {z}, {x} and {y}, and perhaps {s}. */
  url: string;
  /** Whose the map is, in words that must be shown with it. */
  credit: string;
}
