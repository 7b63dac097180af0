import type * as z from 'zod/mini';
import type { enquiry } from './schemas.ts';

export type EnquiryCase = z.infer<typeof enquiry>;
