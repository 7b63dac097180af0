import * as z from 'zod/mini';
import { isCalendarDate } from './dates.ts';
import { PAGE_DEFAULT, PAGE_MAX, PHOTOS_MAX } from './limits.ts';
import type { Ability } from './lifecycle.ts';
import type { SharedMessageId } from './messages.ts';
import { normaliseRupees, parseRupees, type PaiseText, type RupeeText } from './money.ts';
import { isReadable, removeInvisible } from './text.ts';

// Schemas that several domains share. Messages are message ids.

/** Trimmed text without invisible characters. It needs a letter or a digit. */
export const requiredText = (required: SharedMessageId, max: number) =>
  z
    .string()
    .check(
      z.overwrite(removeInvisible),
      z.trim(),
      z.refine(isReadable, required),
      z.maxLength(max, 'common.too_long'),
    );

/** The same, but it may also be empty or hold only signs. */
export const optionalText = (max: number) =>
  z.string().check(z.overwrite(removeInvisible), z.trim(), z.maxLength(max, 'common.too_long'));

/** Text that may be omitted; it is empty then. */
export const maybeText = (max: number) =>
  z.pipe(
    z.optional(optionalText(max)),
    z.transform((text: string | undefined) => text ?? ''),
  );

/** What a form was filled from, as its object's `version` said. Empty: the client sends none, and nothing is compared. */
export const formVersion = maybeText(64);

const YES = /^(?:1|yes|true)$/i;

/** A choice that may be omitted: "true", "yes" or "1"; any other text means no. */
export const maybeTrue = z.pipe(
  maybeText(5),
  z.transform((text: string) => YES.test(text)),
);

/** A choice that stays as it is when it is omitted: null then. */
export const trueFalseOrKept = z.pipe(
  z.optional(optionalText(5)),
  z.transform((text: string | undefined) => (text === undefined ? null : YES.test(text))),
);

/** What was typed into a field of rupees, as a plain number or empty. Its type keeps text in paise out. */
export const rupeeText = (...checks: z.core.$ZodCheck<string>[]) =>
  z.string().check(
    z.overwrite(normaliseRupees),
    z.refine((text) => text === '' || parseRupees(text) !== null, {
      error: 'common.amount_form',
      abort: true,
    }),
    ...checks,
  ) as z.ZodMiniType<string, RupeeText>;

/** An amount in whole paise as text, for clients that compute; null for any other text. */
export const paiseText = z.pipe(
  maybeText(15) as z.ZodMiniType<string, PaiseText | undefined> & { _zod: { optin: 'optional' } },
  z.transform((text: string) => (/^[1-9]\d*$/.test(text) ? Number(text) : null)),
);

/** A positive integer id as text. */
export const idText = (required: SharedMessageId) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, required)),
    z.transform((text: string) => Number(text)),
  );

/** The same, or nothing: null when it is empty. */
export const optionalIdText = (wrong: SharedMessageId) =>
  z.pipe(
    z.string().check(z.regex(/^(?:[1-9]\d{0,14})?$/, wrong)),
    z.transform((text: string) => (text === '' ? null : Number(text))),
  );

/** "31-04-2026": numbers of a day, a month and a year, in any order. */
const LIKE_A_DATE = /^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}$/;

export const calendarDate = (required: SharedMessageId) =>
  z.string().check(
    z.refine(isCalendarDate, {
      error: ({ input }) => (LIKE_A_DATE.test(String(input)) ? 'common.no_such_day' : required),
    }),
  );

/** A day that a form may clear. Undefined where it is left out: it stays as it is. Null: none. */
export const maybeDate = (wrong: SharedMessageId) =>
  z.pipe(
    z.optional(z.union([z.literal(''), calendarDate(wrong)])),
    z.transform((text: string | undefined) => (text === '' ? null : text)),
  );

/** The two fields every list takes. */
export const pageFields = {
  limit: z.pipe(
    z.optional(z.string()),
    z.transform((text: string | undefined) => {
      const limit = Number(text);
      return Number.isInteger(limit) && limit > 0 ? Math.min(limit, PAGE_MAX) : PAGE_DEFAULT;
    }),
  ),
  cursor: z.pipe(
    z.optional(z.string()),
    z.transform((text: string | undefined) => (text ? text : null)),
  ),
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Uploaded photos, in the order in which they are shown. Null where the field is left out: nothing changes. */
export const photoIds = z.pipe(
  z.optional(
    z.array(z.string().check(z.regex(UUID, 'photos.gone'))).check(
      z.maxLength(PHOTOS_MAX, 'photos.too_many'),
      z.refine((ids) => new Set(ids).size === ids.length, 'photos.repeated'),
    ),
  ),
  z.transform((ids: string[] | undefined) => ids ?? null),
);

/** The form of a call without fields. */
export const noFields = z.object({});

// Parts of replies that several domains share.

/** A text whose values the server knows, such as a state. A reply is not checked again where it is read. */
export const knownText = <T extends string>() => z.string() as unknown as z.ZodMiniType<T>;

/** Whether the reader may do something, and why not. */
export const ability: z.ZodMiniType<Ability> = z.union([
  z.object({ allowed: z.literal(true) }),
  z.object({ allowed: z.literal(false), reason: knownText<SharedMessageId>() }),
]);

/** A file that the reader may open. The URL checks access again. */
export const fileLink = z.object({
  url: z.string(),
  name: z.string(),
  bytes: z.number(),
  image: z.boolean(),
});
export type FileLink = z.output<typeof fileLink>;

/** A photo in two sizes. `width` and `height` are those of the large one, in pixels. */
export const photo = z.object({
  id: z.string(),
  url: z.string(),
  thumbUrl: z.string(),
  width: z.number(),
  height: z.number(),
});
export type Photo = z.output<typeof photo>;

/** What any user may see of another. */
export const publicPerson = z.object({
  id: z.number(),
  name: z.string(),
  image: z.string(),
  skills: z.array(z.string()),
  rating: z.nullable(z.number()),
  completedProjects: z.number(),
  verified: z.boolean(),
});
export type PublicPerson = z.output<typeof publicPerson>;

export const buildPageSchema = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()) });
/** The result of a call without one. */
export const nothing = z.null();
