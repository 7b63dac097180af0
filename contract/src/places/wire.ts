import * as z from 'zod/mini';
import { optionalText, wireForm } from '../platform/form.ts';

export const placeWire = z.object({
  label: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
});

export const placeSearchForm = wireForm(z.object({ query: optionalText(100) }), { query: 'search' });

const degrees = (max: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine((text) => text.trim() !== '' && Math.abs(Number(text)) <= max, 'common.position_invalid'),
      ),
    z.transform((text: string) => Number(text)),
  );

export const placeNearestForm = wireForm(z.object({ latitude: degrees(90), longitude: degrees(180) }), {
  latitude: 'latitude',
  longitude: 'longitude',
});
