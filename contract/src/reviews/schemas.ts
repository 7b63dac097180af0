import * as z from 'zod/mini';
import { REASON_MAX } from '../platform/limits.ts';
import { idText, optionalIdText, optionalText } from '../platform/schemas.ts';
import { POINTS_PER_STAR } from './model.ts';

/** Converts "4.5" stars to whole points of the widget; at least one star. */
const points = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => {
      if (!/^\d(\.\d{1,2})?$/.test(text)) return false;
      const stars = Number(text);
      return stars >= 1 && stars <= 5;
    }, 'contracts.rating_required'),
  ),
  z.transform((text: string) => Math.round(Number(text) * POINTS_PER_STAR)),
);

export const leaveRating = z.object({
  aboutId: idText('contracts.not_found'),
  /** Older clients omit it. It is then the newest job with this person that can be rated. */
  jobId: optionalIdText('contracts.not_found'),
  points,
  comment: optionalText(REASON_MAX),
});

export type LeaveRating = z.output<typeof leaveRating>;
