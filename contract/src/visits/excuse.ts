import * as z from 'zod/mini';
import { EXCUSES } from './model.ts';

/** One of the excuses, or none. */
export const excuseText = z.pipe(
  z.optional(z.enum(['', ...EXCUSES], 'visits.excuse_required')),
  z.transform((text) => text || null),
);
