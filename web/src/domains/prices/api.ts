import { priceHint } from '@fws/contract/prices/calls';
import { callQuery } from '../../platform/queries/index.ts';

declare module '../../platform/queries/index.ts' {
  interface Topics {
    prices: true;
  }
}

/** Work of a category at a place, as a job or a form has it. */
export type PricedWork = {
  categoryId: number | string;
  location: string;
  latitude?: number | string | null;
  longitude?: number | string | null;
};

const toText = (degrees: number | string | null | undefined) => String(degrees ?? '');

/** It is published at night, so that it is not asked for again. */
export const priceHintQuery = ({ categoryId, location, latitude, longitude }: PricedWork) => ({
  ...callQuery('prices', priceHint, {
    categoryId: String(categoryId),
    location,
    latitude: toText(latitude),
    longitude: toText(longitude),
  }),
  staleTime: 60 * 60_000,
});
