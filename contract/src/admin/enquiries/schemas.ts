import * as z from 'zod/mini';
import { idText, maybeText } from '../../platform/schemas.ts';

export const enquiryId = z.object({ enquiryId: idText('admin.enquiry_unknown') });
export const answered = z.object({ ...enquiryId.shape, reason: maybeText(2000) });

export const enquiry = z.object({
  id: z.number(),
  at: z.string(),
  name: z.string(),
  company: z.string(),
  purpose: z.string(),
  heardFrom: z.string(),
  phone: z.string(),
  email: z.string(),
  address: z.string(),
  requirement: z.string(),
  answered: z.nullable(z.object({ by: z.string(), at: z.string() })),
});
export type EnquiryCase = z.output<typeof enquiry>;
