import { placeTranslations } from '../../legacy/places.ts';
import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';

export const placesDomain: Domain = {
  name: 'places',
  imports: [],
  translations: placeTranslations,
  routes,
};
