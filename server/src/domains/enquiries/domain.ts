import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { routes } from './routes.ts';

export const enquiriesDomain: Domain = { name: 'enquiries', routes, http };
