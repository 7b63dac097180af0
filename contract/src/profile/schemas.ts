import * as z from 'zod/mini';
import { HIDDEN_KINDS } from '../platform/contact-data.ts';
import { isCalendarDate } from '../platform/dates.ts';
import { toLatinDigits } from '../platform/identifiers.ts';
import { JOB_MAX_PAISE, SKILL_MAX, SKILLS_MAX, TEXT_MAX } from '../platform/limits.ts';
import { parseRupees, toPaise } from '../platform/money.ts';
import {
  fileLink,
  formVersion,
  maybeTrue,
  optionalText,
  photo,
  photoIds,
  requiredText,
  rupeeText,
} from '../platform/schemas.ts';
import { availability } from './availability/schemas.ts';
import { currentUser } from '../identity/schemas.ts';
import { category, categoryText } from '../jobs/schemas.ts';
import {
  ABOUT_MAX,
  AGE_MAX,
  AGE_MIN,
  CATEGORIES_MAX,
  GENDERS,
  QUALIFICATIONS,
  RADII,
  RATE_TYPES,
  parseWebLink,
  type Experience,
  type Readiness,
} from './model.ts';
import { rowLists, rowsAreWhole, toExperience, toInexperienced, toReferences } from './rows.ts';

const age = z.string().check(
  z.trim(),
  z.overwrite(toLatinDigits),
  z.minLength(1, 'profile.age_required'),
  z.refine(
    (text) => /^\d{1,3}$/.test(text) && Number(text) >= AGE_MIN && Number(text) <= AGE_MAX,
    'profile.age_invalid',
  ),
);

/** An amount in rupees, as paise. */
const rate = z.pipe(
  rupeeText(
    z.refine((text) => {
      const paise = parseRupees(text);
      return paise !== null && paise > 0 && paise <= JOB_MAX_PAISE;
    }, 'profile.rate_required'),
  ),
  z.transform(toPaise),
);

/** Every field may be omitted. Lists that belong together must be sent together. */
const fields = z.object({
  version: formVersion,
  qualification: z.optional(z.enum(QUALIFICATIONS, 'profile.qualification_required')),
  age: z.optional(age),
  gender: z.optional(z.enum(GENDERS, 'profile.gender_required')),
  nativeLocation: z.optional(requiredText('profile.native_location_required', 200)),
  location: z.optional(requiredText('identity.location_required', 200)),
  webLink: z.optional(
    z.string().check(
      z.trim(),
      z.maxLength(300, 'common.too_long'),
      z.refine((text) => parseWebLink(text) !== null, 'profile.web_link_invalid'),
    ),
  ),
  about: z.optional(optionalText(ABOUT_MAX)),
  // The wire joins skills by commas everywhere, so none may contain one.
  skills: z.optional(
    z
      .array(
        requiredText('profile.skill_invalid', SKILL_MAX).check(z.regex(/^[^,]*$/, 'profile.skill_invalid')),
      )
      .check(z.maxLength(SKILLS_MAX, 'profile.skills_too_many')),
  ),
  categoryIds: z.optional(
    z
      .array(categoryText('profile.category_invalid', 'profile.category_invalid'))
      .check(z.maxLength(CATEGORIES_MAX, 'profile.categories_too_many')),
  ),
  /** "no", or the first day. */
  ready: z.optional(
    z.string().check(
      z.trim(),
      z.refine((text) => text === 'no' || isCalendarDate(text), 'profile.ready_required'),
    ),
  ),
  rate: z.optional(rate),
  rateType: z.optional(z.enum(RATE_TYPES, 'profile.rate_type_required')),
  additionalCondition: z.optional(optionalText(TEXT_MAX)),
  radius: z.optional(z.enum(RADII, 'profile.radius_required')),
  ...rowLists,
});

/** The given fields of the profile, in their stored form. */
export const updateProfile = z.pipe(
  fields.check(rowsAreWhole),
  z.transform((form) => ({
    version: form.version,
    qualification: form.qualification,
    age: form.age === undefined ? undefined : Number(form.age),
    gender: form.gender,
    nativeLocation: form.nativeLocation,
    location: form.location,
    webLink: form.webLink === undefined ? undefined : (parseWebLink(form.webLink) ?? ''),
    about: form.about,
    skills: form.skills && [...new Set(form.skills)],
    categoryIds: form.categoryIds,
    experience: toExperience(form),
    inexperienced: toInexperienced(form),
    readiness: toReadiness(form.ready),
    ratePaise: form.rate,
    rateType: form.rateType,
    additionalCondition: form.additionalCondition,
    radius: form.radius,
    professional: toReferences(form, 'professional'),
    personal: toReferences(form, 'personal'),
  })),
);
export type UpdateProfileValues = z.input<typeof updateProfile>;
/** The given fields; absent ones stay unchanged. */
export type UpdateProfile = z.output<typeof updateProfile>;

const toReadiness = (ready: string | undefined): Readiness | undefined =>
  ready === undefined ? undefined : ready === 'no' ? { ready: false } : { ready: true, from: ready };

export const addCertificates = z.object({});

const FILE = /^(?:https?:\/\/[^/]+)?\/api\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/|$)/i;

/** A certificate is identified by its link. */
export const removeCertificate = z.object({
  fileId: z.pipe(
    z.string().check(
      z.trim(),
      z.refine((link) => FILE.test(link), 'profile.certificate_not_found'),
    ),
    z.transform((link: string) => FILE.exec(link)?.[1]?.toLowerCase() ?? ''),
  ),
});

/** Where somebody has worked. Dates are calendar days, years may have one decimal. */
const experience: z.ZodMiniType<Experience> = z.object({
  years: z.number(),
  company: z.string(),
  from: z.string(),
  to: z.string(),
});

const references = z.array(
  z.object({
    name: z.string(),
    /** E.164. */
    mobile: z.string(),
    profession: z.string(),
    username: z.string(),
  }),
);

/** What users enter about themselves; only they see all of it. */
const profileDetails = z.object({
  /** Null until the user gives it, as for all fields here. */
  qualification: z.nullable(z.enum(QUALIFICATIONS)),
  age: z.nullable(z.number()),
  gender: z.nullable(z.enum(GENDERS)),
  nativeLocation: z.string(),
  /** A whole http(s) address. */
  webLink: z.string(),
  about: z.string(),
  categories: z.array(category),
  experience: z.array(experience),
  /** The user said that they have none yet. */
  inexperienced: z.boolean(),
  /** Ready for projects from a date, or not ready. */
  readiness: z.nullable(
    z.union([z.object({ ready: z.literal(true), from: z.string() }), z.object({ ready: z.literal(false) })]),
  ),
  ratePaise: z.nullable(z.number()),
  rateType: z.nullable(z.enum(RATE_TYPES)),
  additionalCondition: z.string(),
  radius: z.nullable(z.enum(RADII)),
  references: z.object({ professional: references, personal: references }),
  certificates: z.array(fileLink),
  resume: z.nullable(fileLink),
});
export type ProfileDetails = z.output<typeof profileDetails>;

/** The signed-in user with their full profile. */
export const profile = z.object({
  ...currentUser.shape,
  ...profileDetails.shape,
  /** What the forms that edit it send back, so that no other change is undone. */
  version: z.string(),
  projectsInProgress: z.number(),
  connects: z.number(),
  /** How they signed up. */
  signUp: z.enum(['password', 'google', 'facebook']),
  /** What they wrote that others read only once they have agreed on a job with them. Empty for others. */
  hides: z.array(z.enum(HIDDEN_KINDS)),
  /** When they usually take work; null: not said. */
  availability: z.nullable(availability),
});
export type Profile = z.output<typeof profile>;

/** The worker's page for everybody. It exists only while its owner wants it. */
export const publicPage = z.object({
  isPublic: z.boolean(),
  /** Of finished work, chosen for this page. */
  photos: z.array(photo),
  /** The path of the page. */
  path: z.string(),
  version: z.string(),
});
export type PublicPage = z.output<typeof publicPage>;

/** Photos that are omitted stay as they are. */
export const setPublicPage = z.object({ version: formVersion, isPublic: maybeTrue, photoIds });
