import * as z from 'zod/mini';
import { categoryText, degreesText } from '../jobs/forms.ts';
import { category } from '../jobs/replies.ts';
import { requiredText } from '../platform/schemas.ts';

const fields = z.object({
  categoryId: categoryText('jobs.category_required', 'jobs.category_unknown'),
  location: requiredText('jobs.location_required', 200),
  /** Decides about the city where the words of the location name none. */
  latitude: z.optional(degreesText(90)),
  longitude: z.optional(degreesText(180)),
});

export const priceQuestion = z.pipe(
  fields.check(
    z.refine(({ latitude, longitude }) => !latitude === !longitude, {
      path: ['latitude'],
      message: 'common.position_invalid',
    }),
  ),
  z.transform(({ categoryId, location, latitude, longitude }) => ({
    categoryId,
    location,
    position: latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null,
  })),
);
export type PriceQuestion = z.output<typeof priceQuestion>;

/** What a category costs in a city. The amounts are rounded to steps. */
export const priceHint = z.object({
  category,
  /** "Pune" */
  city: z.string(),
  /** Half of the quotes lie between these two. */
  lowPaise: z.number(),
  highPaise: z.number(),
  middlePaise: z.number(),
  /** It is from so many quotes or more. */
  quotesFrom: z.number(),
  /** The last day of the year of which it is. */
  until: z.string(),
});
export type PriceHint = z.output<typeof priceHint>;
/** Null where too few people have agreed on a price. */
export const priceHintOrNone = z.nullable(priceHint);
