import { enquiryTranslations } from '../../legacy/enquiries.ts';
import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { LIMITS } from './limits.ts';
import { routes } from './routes.ts';
import { TABLES } from './tables.ts';

export const enquiriesDomain: Domain = {
  name: 'enquiries',
  imports: [],
  translations: enquiryTranslations,
  limits: LIMITS,
  tables: TABLES,
  objects: {
    enquiryId: 'enquiry',
  },
  routes,
  http,
};
