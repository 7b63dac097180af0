import { maskTexts, readMasked, toMaskedColumns } from '../../../platform/contact-filter/index.ts';

interface Texts {
  comment: string;
  reply: string;
}

export const toMaskedReviewColumns = ({ comment, reply }: Texts) =>
  toMaskedColumns(maskTexts([comment, reply]));

/** The texts of a review as everybody reads them. */
export function readMaskedReview(
  row: Texts & { masked: [comment: string, reply: string] | null; filter_version: number },
): Texts {
  const [comment = row.comment, reply = row.reply] =
    readMasked<string[]>(row, () => maskTexts([row.comment, row.reply])) ?? [];
  return { comment, reply };
}
