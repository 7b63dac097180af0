import * as z from 'zod/mini';
import { CATEGORY_NAME_MAX } from '../../platform/limits.ts';
import { idText, maybeText, optionalIdText, pageFields, requiredText } from '../../platform/schemas.ts';

export const page = z.object(pageFields);

const yes = z.pipe(
  maybeText(5),
  z.transform((text: string) => text === 'true' || text === '1'),
);
export const categorySaved = z.object({
  /** Empty, which is null, for a new one. */
  categoryId: optionalIdText('backoffice.category_unknown'),
  name: requiredText('backoffice.name_required', CATEGORY_NAME_MAX),
  nameHi: requiredText('backoffice.name_required', CATEGORY_NAME_MAX),
  inPerson: yes,
});
export const categoryId = z.object({ categoryId: idText('backoffice.category_unknown') });
export const categoryHidden = z.object({ ...categoryId.shape, hidden: yes });
export const categoryMoved = z.object({
  ...categoryId.shape,
  /** One place up or down. */
  direction: z.enum(['up', 'down'], 'backoffice.direction_wrong'),
});
export const sampleAdded = z.object({
  language: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z]{2,3}$/, 'backoffice.language_wrong')),
});
export const sampleId = z.object({ sampleId: idText('backoffice.sample_unknown') });

export const category = z.object({
  id: z.number(),
  name: z.string(),
  nameHi: z.string(),
  inPerson: z.boolean(),
  hidden: z.boolean(),
});
export type ContentCategory = z.output<typeof category>;
export const categories = z.array(category);
export const sampleVideo = z.object({
  id: z.number(),
  language: z.string(),
  url: z.string(),
  /** Uploaded by FWS staff; otherwise it ships with the product. */
  uploaded: z.boolean(),
});
export type ContentSample = z.output<typeof sampleVideo>;
export const sampleVideos = z.array(sampleVideo);
export const noticeAddress = z.object({ email: z.string(), locale: z.string(), leftAt: z.string() });
export type NoticeAddress = z.output<typeof noticeAddress>;
export const enquiryRow = z.object({
  id: z.number(),
  at: z.string(),
  company: z.string(),
  name: z.string(),
  purpose: z.string(),
  answeredAt: z.nullable(z.string()),
});
export type EnquiryRow = z.output<typeof enquiryRow>;
