import type { Domain } from '../../platform/domain.ts';

export const linksDomain: Domain = { name: 'links' };
