import type { Domain } from '../../platform/domain.ts';
import { routes } from './routes.ts';

export const searchDomain: Domain = { name: 'search', routes };
