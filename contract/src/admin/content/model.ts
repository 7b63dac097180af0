import type * as z from 'zod/mini';
import type { category, enquiryRow, noticeAddress, sampleVideo } from './schemas.ts';

export type ContentCategory = z.infer<typeof category>;
export type ContentSample = z.infer<typeof sampleVideo>;
export type NoticeAddress = z.infer<typeof noticeAddress>;
export type EnquiryRow = z.infer<typeof enquiryRow>;
