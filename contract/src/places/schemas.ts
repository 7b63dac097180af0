import * as z from 'zod/mini';
import { optionalText } from '../platform/schemas.ts';

export const placeWire = z.object({
  label: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});

const degreesText = (max: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine((text) => text.trim() !== '' && Math.abs(Number(text)) <= max, 'common.position_invalid'),
      ),
    z.transform((text: string) => Number(text)),
  );

export const tilesWire = z.object({ url: z.string(), credit: z.string() });
export const placesWire = z.array(placeWire);
export const placeOrNoneWire = z.nullable(placeWire);
export const placeSearch = z.object({ query: optionalText(100) });
export const placeNearest = z.object({ latitude: degreesText(90), longitude: degreesText(180) });
