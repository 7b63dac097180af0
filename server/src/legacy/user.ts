import { toFormLastName } from '@fws/contract/identity/model';
import * as z from 'zod/mini';
import { calculateCompleteness } from '@fws/contract/profile/completeness';
import type { Gender, Qualification, Radius, RateType, Reference } from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { readProfile } from '../domains/profile/index.ts';
import type { Reader } from '../platform/http/format.ts';
import { joinTexts, monthFirst } from './fields.ts';
import { encodeFile, IDENTITY_CODES, toFlag } from './shared.ts';

// The specification's User. Its clients store the whole of it at login and read it on every screen.

export const QUALIFICATIONS: Record<Qualification, string> = {
  tenth: '10th or Below 10th',
  twelfth: '12th Pass',
  diploma: 'Diploma',
  graduate: 'Graduate',
  postgraduate: 'Post Graduate',
  phd: 'PhD',
};
export const GENDERS: Record<Gender, string> = {
  male: 'Male',
  female: 'Female',
  transgender: 'Transgender',
  unsaid: 'Wish not to answer',
};
export const RATE_TYPES: Record<RateType, string> = {
  hourly: 'Hourly Rate',
  day: 'Day Rate',
  weekly: 'Weekly Rate',
  fixed: 'Fixed Charges',
};
export const RADII: Record<Radius, string> = {
  local: 'Only Local within 50 km',
  city: 'Within the City within 100 km',
  district: 'Within District',
  state: 'Within State',
  country: 'Within Country',
  anywhere: 'Open to anywhere',
};

export const encodeQualification = (value: Qualification | null): string =>
  value === null ? '' : QUALIFICATIONS[value];
export const encodeRateType = (value: RateType | null): string => (value === null ? '' : RATE_TYPES[value]);

export const userReply = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email_id: z.string(),
  mobile_number: z.string(),
  verify_mobile: z.number(),
  verify_email: z.number(),
  profile_image: z.string(),
  location: z.string(),
  register_for: z.string(),
  looking_for: z.string(),
  skills: z.string(),
  is_kyc_updated: z.number(),
  user_rating: z.nullable(z.number()),
  total_completed_project: z.number(),
  age: z.nullable(z.number()),
  gender: z.string(),
  native_location: z.string(),
  qualification: z.string(),
  about_description: z.string(),
  web_link: z.string(),
  categories: z.array(z.object({ id: z.number(), category_name: z.string(), category_name_hi: z.string() })),
  total_experience: z.string(),
  working_company_name: z.string(),
  working_from_date: z.string(),
  working_to_date: z.string(),
  ready_for_project: z.string(),
  project_rate: z.string(),
  project_rate_type: z.string(),
  amount_per_hour: z.string(),
  additional_condition: z.string(),
  project_take_from: z.string(),
  personal_preference_name1: z.string(),
  personal_preference_mobile1: z.string(),
  personal_preference_profession1: z.string(),
  personal_prefe_fws_username1: z.string(),
  personal_preference_name2: z.string(),
  personal_preference_mobile2: z.string(),
  personal_preference_profession2: z.string(),
  personal_prefe_fws_username2: z.string(),
  certificates: z.string(),
  certificates_upload: z.array(
    z.object({
      certificate: z.string(),
      url: z.string(),
      name: z.string(),
      bytes: z.number(),
      image: z.boolean(),
    }),
  ),
  resume: z.string(),
  resume_name: z.string(),
  resume_bytes: z.number(),
  resume_is_image: z.boolean(),
  total_inprogress_project: z.number(),
  total_connects: z.number(),
  profile_percentage: z.number(),
  login_type: z.string(),
  auth_token: z.optional(z.string()),
});

const SIGN_UPS = { password: 'normal', google: 'gmail_login', facebook: 'fb_login' } as const;

const joinColumn = <T>(rows: readonly T[], read: (row: T) => string): string => joinTexts(rows.map(read));

const encodeExperience = ({ experience, inexperienced }: Profile) => ({
  total_experience: inexperienced ? '0' : joinColumn(experience, (row) => String(row.years)),
  working_company_name: joinColumn(experience, (row) => row.company),
  working_from_date: joinColumn(experience, (row) => monthFirst.write(row.from)),
  working_to_date: joinColumn(experience, (row) => monthFirst.write(row.to)),
});

const encodeReferences = <Number extends 1 | 2>(number: Number, rows: readonly Reference[]) =>
  ({
    [`personal_preference_name${number}`]: joinColumn(rows, (row) => row.name),
    [`personal_preference_mobile${number}`]: joinColumn(rows, (row) => row.mobile),
    [`personal_preference_profession${number}`]: joinColumn(rows, (row) => row.profession),
    [`personal_prefe_fws_username${number}`]: joinColumn(rows, (row) => row.username),
  }) as Record<
    | `personal_preference_${'name' | 'mobile' | 'profession'}${Number}`
    | `personal_prefe_fws_username${Number}`,
    string
  >;

const encodeReadiness = ({ readiness }: Profile): string => {
  if (readiness === null) return '';
  return readiness.ready ? monthFirst.write(readiness.from) : 'No';
};

export function encodeUser(user: Profile): z.output<typeof userReply> {
  const rate = user.ratePaise === null ? '' : toRupees(user.ratePaise);
  return {
    id: user.id,
    first_name: user.firstName,
    // A limited session does not know it.
    last_name: user.firstName === '' || user.limited ? '' : toFormLastName(user.lastName),
    email_id: user.email,
    mobile_number: user.mobile,
    verify_mobile: toFlag(user.mobileVerified),
    verify_email: toFlag(user.emailVerified),
    profile_image: user.profileImage,
    location: user.location,
    register_for: user.registerFor,
    looking_for: user.lookingFor.join(','),
    skills: user.skills.join(','),
    is_kyc_updated: IDENTITY_CODES[user.identity],
    user_rating: user.rating,
    total_completed_project: user.completedProjects,
    age: user.age,
    gender: user.gender === null ? '' : GENDERS[user.gender],
    native_location: user.nativeLocation,
    qualification: encodeQualification(user.qualification),
    about_description: user.about,
    web_link: user.webLink,
    categories: user.categories.map(({ id, name, nameHi }) => ({
      id,
      category_name: name,
      category_name_hi: nameHi,
    })),
    ...encodeExperience(user),
    ready_for_project: encodeReadiness(user),
    project_rate: rate,
    project_rate_type: encodeRateType(user.rateType),
    amount_per_hour: user.rateType === 'hourly' ? rate : '',
    additional_condition: user.additionalCondition,
    project_take_from: user.radius === null ? '' : RADII[user.radius],
    ...encodeReferences(1, user.references.professional),
    ...encodeReferences(2, user.references.personal),
    certificates: user.certificates.map((file) => file.url).join(','),
    certificates_upload: user.certificates.map((file) => ({ certificate: file.url, ...file })),
    ...encodeFile('resume', user.resume),
    total_inprogress_project: user.projectsInProgress,
    total_connects: user.connects,
    profile_percentage: calculateCompleteness(user).percent,
    login_type: SIGN_UPS[user.signUp],
    ...(user.authToken === undefined ? {} : { auth_token: user.authToken }),
  };
}

/** The whole user, for a reply whose value has only a part of it. */
export async function loadUser({ id }: { id: number }, { deps }: Pick<Reader, 'deps'>): Promise<Profile> {
  const profile = await readProfile(deps, id);
  if (!profile.ok) throw new Error(`user ${id} has no profile`);
  return profile.value;
}
