import type { Domain } from '../../platform/domain.ts';
import { TABLES } from './tables.ts';

export const linksDomain: Domain = {
  name: 'links',
  // What accounts have in common. It imports nobody, so that whoever sees a signal or asks about links may import it.
  imports: [],
  tables: TABLES,
};
