import { enquiryTranslations } from '../../legacy/enquiries.ts';
import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { routes } from './routes.ts';

export const enquiriesDomain: Domain = {
  name: 'enquiries',
  imports: [],
  translations: enquiryTranslations,
  routes,
  http,
};
