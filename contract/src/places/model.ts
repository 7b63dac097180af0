/** A place in India that can be chosen for a job or a person. */
export interface PlaceOption {
  label: string;
  latitude: number | null;
  longitude: number | null;
}

/** The tile server of maps; an empty URL disables maps. */
export interface MapTiles {
  /** With {z}, {x} and {y}, and perhaps {s}. */
  url: string;
  /** The attribution that must be shown with the map. */
  credit: string;
}
