import * as z from 'zod/mini';
import { optionalText } from '../platform/schemas.ts';

/** A place in India that can be chosen for a job or a person. */
export const place = z.object({
  label: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});
export type PlaceOption = z.output<typeof place>;
export const places = z.array(place);
export const placeOrNone = z.nullable(place);

/** The tile server of maps; an empty URL disables maps. */
export const mapTiles = z.object({
  /** With {z}, {x} and {y}, and perhaps {s}. */
  url: z.string(),
  /** The attribution that must be shown with the map. */
  credit: z.string(),
});
export type MapTiles = z.output<typeof mapTiles>;

const degreesText = (max: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine((text) => text.trim() !== '' && Math.abs(Number(text)) <= max, 'common.position_invalid'),
      ),
    z.transform((text: string) => Number(text)),
  );

export const placeSearch = z.object({ query: optionalText(100) });
export const placeNearest = z.object({ latitude: degreesText(90), longitude: degreesText(180) });
