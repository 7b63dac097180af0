import * as z from 'zod/mini';

/** A record as others see it, over the last jobs that count. Null where it is used: too few do. */
export const reliability = z.object({ kept: z.number(), cancelled: z.number(), late: z.number() });
