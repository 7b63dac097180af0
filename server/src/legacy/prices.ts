import * as z from 'zod/mini';
import * as calls from '@fws/contract/prices/calls';
import type { PriceHint } from '@fws/contract/prices/schemas';
import type { Locale } from '@fws/contract/platform/messages';
import { toRupees } from '@fws/contract/platform/money';
import { allowMissing } from './fields.ts';
import { translateCall, type LegacyReply } from './translation.ts';

const priceHintReply = z.object({
  category: z.number(),
  category_name: z.string(),
  city: z.string(),
  amount_from: z.string(),
  amount_middle: z.string(),
  amount_to: z.string(),
  quotes_from: z.number(),
  until: z.string(),
});

const encodeHint = (hint: PriceHint, locale: Locale): z.output<typeof priceHintReply> => ({
  category: hint.category.id,
  category_name: locale === 'hi' ? hint.category.nameHi : hint.category.name,
  city: hint.city,
  amount_from: toRupees(hint.lowPaise),
  amount_middle: toRupees(hint.middlePaise),
  amount_to: toRupees(hint.highPaise),
  quotes_from: hint.quotesFrom,
  until: hint.until,
});

/** A list with the hint, or an empty one. */
const hintInReply: LegacyReply<PriceHint | null> = {
  schema: z.object({ data: z.array(priceHintReply) }),
  encode: (hint, { locale }) => ({ data: hint === null ? [] : [encodeHint(hint, locale)] }),
};

export const priceTranslations = [
  translateCall(calls.priceHint, {
    fields: {
      categoryId: 'category',
      location: 'location',
      latitude: allowMissing('latitude'),
      longitude: allowMissing('longitude'),
    },
    reply: hintInReply,
  }),
];
