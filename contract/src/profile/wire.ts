import type * as z from 'zod/mini';
import { monthFirst } from '../platform/dates.ts';
import { firstItemReply } from '../platform/call.ts';
import {
  commaList,
  allowMissing,
  createSchemaLoader,
  textList,
  wireForm,
  type WireBody,
} from '../platform/form.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import type { FileLink } from '../platform/wire.ts';
import { userFromWire, userToWire } from '../identity/session/wire.ts';
import { optionField } from '../jobs/wire.ts';
import { calculateCompleteness } from './completeness.ts';
import type {
  Experience,
  Gender,
  Profile,
  Qualification,
  Radius,
  RateType,
  Readiness,
  Reference,
} from './model.ts';
import type { profileWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

const QUALIFICATION: Record<Qualification, string> = {
  tenth: '10th or Below 10th',
  twelfth: '12th Pass',
  diploma: 'Diploma',
  graduate: 'Graduate',
  postgraduate: 'Post Graduate',
  phd: 'PhD',
};
const GENDER: Record<Gender, string> = {
  male: 'Male',
  female: 'Female',
  transgender: 'Transgender',
  unsaid: 'Wish not to answer',
};
const RATE_TYPE: Record<RateType, string> = {
  hourly: 'Hourly Rate',
  day: 'Day Rate',
  weekly: 'Weekly Rate',
  fixed: 'Fixed Charges',
};
const RADIUS: Record<Radius, string> = {
  local: 'Only Local within 50 km',
  city: 'Within the City within 100 km',
  district: 'Within District',
  state: 'Within State',
  country: 'Within Country',
  anywhere: 'Open to anywhere',
};

const qualificationField = optionField('qualification', QUALIFICATION);
const genderField = optionField('gender', GENDER);
const rateTypeField = optionField('project_rate_type', RATE_TYPE);
const radiusField = optionField('project_take_from', RADIUS);

export const qualificationToWire = (value: Qualification | null): string =>
  value === null ? '' : QUALIFICATION[value];
export const rateTypeToWire = (value: RateType | null): string => (value === null ? '' : RATE_TYPE[value]);
/** Null for text that is not one of the options, such as empty text. */
const parseOption = <T extends string>(options: Record<T, string>, text: string): T | null => {
  const value = optionField('', options).fromWire(text);
  return Object.hasOwn(options, value) ? value : null;
};
export const qualificationFromWire = (text: string): Qualification | null => parseOption(QUALIFICATION, text);
export const rateTypeFromWire = (text: string): RateType | null => parseOption(RATE_TYPE, text);

/** Dates contain no commas, so the list is joined by them: "11-28-2026,12-01-2027" */
const dateList = (name: string) => {
  const { toWire, fromWire } = textList(name);
  return {
    name,
    toWire: (dates: string[]) => toWire(dates.map(monthFirst.toWire)),
    fromWire: (text: string) => fromWire(text).map(monthFirst.fromWire),
  };
};

const readyField = {
  name: 'ready_for_project',
  toWire: (value: string) => (value === 'no' ? 'No' : monthFirst.toWire(value)),
  fromWire: (text: string) => (/^no$/i.test(text.trim()) ? 'no' : monthFirst.fromWire(text.trim())),
};

const ROW_LISTS = [
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
function unpackRows(body: WireBody): WireBody {
  const lists = ROW_LISTS.flatMap((name) => {
    const value = body[name] ?? body[name.replace('[]', '')];
    return Array.isArray(value) ? [[name, JSON.stringify(value)]] : [];
  });
  return { ...body, ...Object.fromEntries(lists) };
}

export const updateProfileForm = wireForm(
  schema('updateProfile'),
  {
    qualification: allowMissing(qualificationField),
    age: allowMissing('age'),
    gender: allowMissing(genderField),
    nativeLocation: allowMissing('native_location'),
    location: allowMissing('location'),
    webLink: allowMissing('web_link'),
    about: allowMissing('about_description'),
    skills: allowMissing(commaList('skills[]')),
    categoryIds: allowMissing(commaList('categories[]')),
    years: allowMissing(textList('total_experience[]')),
    companies: allowMissing(textList('working_company_name[]')),
    from: allowMissing(dateList('working_from_date[]')),
    to: allowMissing(dateList('working_to_date[]')),
    ready: allowMissing(readyField),
    rate: allowMissing('project_rate'),
    rateType: allowMissing(rateTypeField),
    additionalCondition: allowMissing('additional_condition'),
    radius: allowMissing(radiusField),
    professionalNames: allowMissing(textList('personal_preference_name1[]')),
    professionalMobiles: allowMissing(textList('personal_preference_mobile1[]')),
    professionalProfessions: allowMissing(textList('personal_preference_profession1[]')),
    professionalUsernames: allowMissing(textList('personal_prefe_fws_username1[]')),
    personalNames: allowMissing(textList('personal_preference_name2[]')),
    personalMobiles: allowMissing(textList('personal_preference_mobile2[]')),
    personalProfessions: allowMissing(textList('personal_preference_profession2[]')),
    personalUsernames: allowMissing(textList('personal_prefe_fws_username2[]')),
  },
  { unpack: unpackRows },
);

export const addCertificatesForm = wireForm(schema('addCertificates'), {});
export const removeCertificateForm = wireForm(schema('removeCertificate'), { fileId: 'certificate' });

export type ProfileWire = z.infer<typeof profileWire>;

const join = (items: string[]): string => textList('').toWire(items);
const split = (text: string): string[] => textList('').fromWire(text);
const joinColumn = <T>(rows: readonly T[], pick: (row: T) => string): string => join(rows.map(pick));

function experienceToWire({ experience, inexperienced }: Profile) {
  return {
    total_experience: inexperienced ? '0' : joinColumn(experience, (row) => String(row.years)),
    working_company_name: joinColumn(experience, (row) => row.company),
    working_from_date: joinColumn(experience, (row) => monthFirst.toWire(row.from)),
    working_to_date: joinColumn(experience, (row) => monthFirst.toWire(row.to)),
  };
}

function experienceFromWire(wire: ProfileWire): Experience[] {
  const companies = split(wire.working_company_name);
  const [years, from, to] = [wire.total_experience, wire.working_from_date, wire.working_to_date].map(split);
  return companies.map((company, row) => ({
    company,
    years: Number(years?.[row] ?? 0),
    from: monthFirst.fromWire(from?.[row] ?? ''),
    to: monthFirst.fromWire(to?.[row] ?? ''),
  }));
}

function referencesFromWire(names: string, mobiles: string, professions: string, usernames: string) {
  const [mobile, profession, username] = [mobiles, professions, usernames].map(split);
  return split(names).map((name, row): Reference => ({
    name,
    mobile: mobile?.[row] ?? '',
    profession: profession?.[row] ?? '',
    username: username?.[row] ?? '',
  }));
}

function readinessToWire(readiness: Readiness | null): string {
  if (readiness === null) return '';
  return readyField.toWire(readiness.ready ? readiness.from : 'no');
}

function readinessFromWire(text: string): Readiness | null {
  if (text === '') return null;
  const value = readyField.fromWire(text);
  return value === 'no' ? { ready: false } : { ready: true, from: value };
}

const SIGN_UP = { password: 'normal', google: 'gmail_login', facebook: 'fb_login' } as const;

export function profileToWire(profile: Profile): ProfileWire {
  const { professional, personal } = profile.references;
  const rate = profile.ratePaise === null ? '' : toRupees(profile.ratePaise);
  return {
    ...userToWire(profile),
    age: profile.age,
    gender: profile.gender === null ? '' : GENDER[profile.gender],
    native_location: profile.nativeLocation,
    qualification: qualificationToWire(profile.qualification),
    about_description: profile.about,
    web_link: profile.webLink,
    categories: profile.categories.map(({ id, name, nameHi }) => ({
      id,
      category_name: name,
      category_name_hi: nameHi,
    })),
    ...experienceToWire(profile),
    ready_for_project: readinessToWire(profile.readiness),
    project_rate: rate,
    project_rate_type: rateTypeToWire(profile.rateType),
    amount_per_hour: profile.rateType === 'hourly' ? rate : '',
    additional_condition: profile.additionalCondition,
    project_take_from: profile.radius === null ? '' : RADIUS[profile.radius],
    personal_preference_name1: joinColumn(professional, (row) => row.name),
    personal_preference_mobile1: joinColumn(professional, (row) => row.mobile),
    personal_preference_profession1: joinColumn(professional, (row) => row.profession),
    personal_prefe_fws_username1: joinColumn(professional, (row) => row.username),
    personal_preference_name2: joinColumn(personal, (row) => row.name),
    personal_preference_mobile2: joinColumn(personal, (row) => row.mobile),
    personal_preference_profession2: joinColumn(personal, (row) => row.profession),
    personal_prefe_fws_username2: joinColumn(personal, (row) => row.username),
    certificates: profile.certificates.map((file) => file.url).join(','),
    certificates_upload: profile.certificates.map((file) => ({ certificate: file.url, ...file })),
    resume: profile.resume?.url ?? '',
    resume_name: profile.resume?.name ?? '',
    resume_bytes: profile.resume?.bytes ?? 0,
    resume_is_image: profile.resume?.image ?? false,
    total_inprogress_project: profile.projectsInProgress,
    total_connects: profile.connects,
    profile_percentage: calculateCompleteness(profile).percent,
    login_type: SIGN_UP[profile.signUp],
  };
}

export function profileFromWire(wire: ProfileWire): Profile {
  return {
    ...userFromWire(wire),
    age: wire.age,
    gender: parseOption(GENDER, wire.gender),
    nativeLocation: wire.native_location,
    qualification: qualificationFromWire(wire.qualification),
    about: wire.about_description,
    webLink: wire.web_link,
    categories: wire.categories.map((category) => ({
      id: category.id,
      name: category.category_name,
      nameHi: category.category_name_hi,
    })),
    experience: experienceFromWire(wire),
    inexperienced: wire.total_experience === '0' && wire.working_company_name === '',
    readiness: readinessFromWire(wire.ready_for_project),
    ratePaise: parseRupees(wire.project_rate),
    rateType: rateTypeFromWire(wire.project_rate_type),
    additionalCondition: wire.additional_condition,
    radius: parseOption(RADIUS, wire.project_take_from),
    references: {
      professional: referencesFromWire(
        wire.personal_preference_name1,
        wire.personal_preference_mobile1,
        wire.personal_preference_profession1,
        wire.personal_prefe_fws_username1,
      ),
      personal: referencesFromWire(
        wire.personal_preference_name2,
        wire.personal_preference_mobile2,
        wire.personal_preference_profession2,
        wire.personal_prefe_fws_username2,
      ),
    },
    certificates: wire.certificates_upload.map(({ url, name, bytes, image }) => ({
      url,
      name,
      bytes,
      image,
    })),
    resume: resumeFromWire(wire),
    projectsInProgress: wire.total_inprogress_project,
    connects: wire.total_connects,
    signUp:
      wire.login_type === SIGN_UP.google
        ? 'google'
        : wire.login_type === SIGN_UP.facebook
          ? 'facebook'
          : 'password',
  };
}

const resumeFromWire = (wire: ProfileWire): FileLink | null =>
  wire.resume === ''
    ? null
    : {
        url: wire.resume,
        name: wire.resume_name,
        bytes: wire.resume_bytes,
        image: wire.resume_is_image,
      };

export const profileReply = firstItemReply(schema('profileWire'), profileToWire, profileFromWire);
