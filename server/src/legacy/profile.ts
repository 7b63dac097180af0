import * as z from 'zod/mini';
import * as calls from '@fws/contract/profile/calls';
import { calculateCompleteness } from '@fws/contract/profile/completeness';
import type { Gender, Qualification, Radius, RateType, Reference } from '@fws/contract/profile/model';
import type { Profile } from '@fws/contract/profile/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { allowMissing, commaList, joinTexts, monthFirst, option, splitTexts, textList } from './fields.ts';
import { encodeUser, userReply } from './identity.ts';
import { encodeFile } from './shared.ts';
import { replyWithItem, translateCall } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

const QUALIFICATIONS: Record<Qualification, string> = {
  tenth: '10th or Below 10th',
  twelfth: '12th Pass',
  diploma: 'Diploma',
  graduate: 'Graduate',
  postgraduate: 'Post Graduate',
  phd: 'PhD',
};
const GENDERS: Record<Gender, string> = {
  male: 'Male',
  female: 'Female',
  transgender: 'Transgender',
  unsaid: 'Wish not to answer',
};
const RATE_TYPES: Record<RateType, string> = {
  hourly: 'Hourly Rate',
  day: 'Day Rate',
  weekly: 'Weekly Rate',
  fixed: 'Fixed Charges',
};
const RADII: Record<Radius, string> = {
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

/** Dates contain no commas, so the list is joined by them: "11-28-2026,12-01-2027" */
const dateList = (name: string) => ({
  name,
  read: (text: string) => splitTexts(text).map(monthFirst.read),
});

const readyField = {
  name: 'ready_for_project',
  read: (text: string) => (/^no$/i.test(text.trim()) ? 'no' : monthFirst.read(text.trim())),
};

/** Ids or names. A list that is sent as JSON may have names with commas. */
const categoryList = {
  name: 'categories[]',
  read: (text: string) => splitTexts(text).filter((part) => part !== ''),
};

const ROW_LISTS = [
  'categories[]',
  'total_experience[]',
  'working_company_name[]',
  'working_from_date[]',
  'working_to_date[]',
  ...['name', 'mobile', 'profession'].flatMap((field) => [
    `personal_preference_${field}1[]`,
    `personal_preference_${field}2[]`,
  ]),
  'personal_prefe_fws_username1[]',
  'personal_prefe_fws_username2[]',
] as const;

/** A value sent as a list keeps its items, including commas. In joined text every comma separates items. */
function unpackRows(body: Fields): Fields {
  const lists = ROW_LISTS.flatMap((name) => {
    const value = body[name] ?? body[name.replace('[]', '')];
    return Array.isArray(value) ? [[name, JSON.stringify(value)]] : [];
  });
  return { ...body, ...Object.fromEntries(lists) };
}

const profileFields = {
  qualification: allowMissing(option('qualification', QUALIFICATIONS)),
  age: allowMissing('age'),
  gender: allowMissing(option('gender', GENDERS)),
  nativeLocation: allowMissing('native_location'),
  location: allowMissing('location'),
  webLink: allowMissing('web_link'),
  about: allowMissing('about_description'),
  skills: allowMissing(commaList('skills[]')),
  categoryIds: allowMissing(categoryList),
  years: allowMissing(textList('total_experience[]')),
  companies: allowMissing(textList('working_company_name[]')),
  from: allowMissing(dateList('working_from_date[]')),
  to: allowMissing(dateList('working_to_date[]')),
  ready: allowMissing(readyField),
  rate: allowMissing('project_rate'),
  rateType: allowMissing(option('project_rate_type', RATE_TYPES)),
  additionalCondition: allowMissing('additional_condition'),
  radius: allowMissing(option('project_take_from', RADII)),
  professionalNames: allowMissing(textList('personal_preference_name1[]')),
  professionalMobiles: allowMissing(textList('personal_preference_mobile1[]')),
  professionalProfessions: allowMissing(textList('personal_preference_profession1[]')),
  professionalUsernames: allowMissing(textList('personal_prefe_fws_username1[]')),
  personalNames: allowMissing(textList('personal_preference_name2[]')),
  personalMobiles: allowMissing(textList('personal_preference_mobile2[]')),
  personalProfessions: allowMissing(textList('personal_preference_profession2[]')),
  personalUsernames: allowMissing(textList('personal_prefe_fws_username2[]')),
} as const;

const profileReply = z.object({
  ...userReply.shape,
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

export function encodeProfile(profile: Profile): z.output<typeof profileReply> {
  const rate = profile.ratePaise === null ? '' : toRupees(profile.ratePaise);
  return {
    ...encodeUser(profile),
    age: profile.age,
    gender: profile.gender === null ? '' : GENDERS[profile.gender],
    native_location: profile.nativeLocation,
    qualification: encodeQualification(profile.qualification),
    about_description: profile.about,
    web_link: profile.webLink,
    categories: profile.categories.map(({ id, name, nameHi }) => ({
      id,
      category_name: name,
      category_name_hi: nameHi,
    })),
    ...encodeExperience(profile),
    ready_for_project: encodeReadiness(profile),
    project_rate: rate,
    project_rate_type: encodeRateType(profile.rateType),
    amount_per_hour: profile.rateType === 'hourly' ? rate : '',
    additional_condition: profile.additionalCondition,
    project_take_from: profile.radius === null ? '' : RADII[profile.radius],
    ...encodeReferences(1, profile.references.professional),
    ...encodeReferences(2, profile.references.personal),
    certificates: profile.certificates.map((file) => file.url).join(','),
    certificates_upload: profile.certificates.map((file) => ({ certificate: file.url, ...file })),
    ...encodeFile('resume', profile.resume),
    total_inprogress_project: profile.projectsInProgress,
    total_connects: profile.connects,
    profile_percentage: calculateCompleteness(profile).percent,
    login_type: SIGN_UPS[profile.signUp],
  };
}

const profileInReply = replyWithItem(profileReply, encodeProfile);
const papers = { certificates: 'certificates[]', resume: 'resume' };

export const profileTranslations = [
  translateCall(calls.ownProfile, { reply: profileInReply }),
  translateCall(calls.updateProfile, {
    fields: profileFields,
    unpack: unpackRows,
    files: { photo: 'profile_image', ...papers },
    reply: profileInReply,
  }),
  translateCall(calls.addCertificates, { fields: {}, files: papers, reply: profileInReply }),
  translateCall(calls.removeCertificates, { fields: { fileId: 'certificate' }, reply: profileInReply }),
];
