import type * as z from 'zod/mini';
import { monthFirst } from '../platform/dates.ts';
import { firstItemReply } from '../platform/call.ts';
import { commaList, maybe, schemasOf, textList, wireForm, type WireBody } from '../platform/form.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import type { FileLink } from '../platform/wire.ts';
import { userFromWire, userToWire } from '../identity/session/wire.ts';
import { optionField } from '../jobs/wire.ts';
import { completeness } from './completeness.ts';
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

const schema = schemasOf(() => import('./schemas.ts'));

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

const qualification = optionField('qualification', QUALIFICATION);
const gender = optionField('gender', GENDER);
const rateType = optionField('project_rate_type', RATE_TYPE);
const radius = optionField('project_take_from', RADIUS);

export const qualificationToWire = (value: Qualification | null): string =>
  value === null ? '' : QUALIFICATION[value];
export const rateTypeToWire = (value: RateType | null): string => (value === null ? '' : RATE_TYPE[value]);
/** Null for text that is not one of the options, such as empty text. */
const known = <T extends string>(options: Record<T, string>, text: string): T | null => {
  const value = optionField('', options).fromWire(text);
  return Object.hasOwn(options, value) ? value : null;
};
export const qualificationFromWire = (text: string): Qualification | null => known(QUALIFICATION, text);
export const rateTypeFromWire = (text: string): RateType | null => known(RATE_TYPE, text);

/** Dates contain no commas, so the list is joined by them: "11-28-2026,12-01-2027" */
const dateList = (name: string) => {
  const { toWire, fromWire } = textList(name);
  return {
    name,
    toWire: (dates: string[]) => toWire(dates.map(monthFirst.toWire)),
    fromWire: (text: string) => fromWire(text).map(monthFirst.fromWire),
  };
};

const ready = {
  name: 'ready_for_project',
  toWire: (value: string) => (value === 'no' ? 'No' : monthFirst.toWire(value)),
  fromWire: (text: string) => (/^no$/i.test(text.trim()) ? 'no' : monthFirst.fromWire(text.trim())),
};

const ROW_LISTS = [
  'total_experience[]',
  'working_company_name[]',
  'working_from_date[]',
  'working_to_date[]',
  ...['name', 'mobile', 'profession'].flatMap((of) => [
    `personal_preference_${of}1[]`,
    `personal_preference_${of}2[]`,
  ]),
  'personal_prefe_fws_username1[]',
  'personal_prefe_fws_username2[]',
] as const;

/** A value sent as a list keeps its items, including commas. In joined text every comma separates items. */
function unpackRows(body: WireBody): WireBody {
  const lists = ROW_LISTS.flatMap((name) => {
    const given = body[name] ?? body[name.replace('[]', '')];
    return Array.isArray(given) ? [[name, JSON.stringify(given)]] : [];
  });
  return { ...body, ...Object.fromEntries(lists) };
}

export const updateProfileForm = wireForm(
  schema('updateProfile'),
  {
    qualification: maybe(qualification),
    age: maybe('age'),
    gender: maybe(gender),
    nativeLocation: maybe('native_location'),
    location: maybe('location'),
    webLink: maybe('web_link'),
    about: maybe('about_description'),
    skills: maybe(commaList('skills[]')),
    categoryIds: maybe(commaList('categories[]')),
    years: maybe(textList('total_experience[]')),
    companies: maybe(textList('working_company_name[]')),
    from: maybe(dateList('working_from_date[]')),
    to: maybe(dateList('working_to_date[]')),
    ready: maybe(ready),
    rate: maybe('project_rate'),
    rateType: maybe(rateType),
    additionalCondition: maybe('additional_condition'),
    radius: maybe(radius),
    professionalNames: maybe(textList('personal_preference_name1[]')),
    professionalMobiles: maybe(textList('personal_preference_mobile1[]')),
    professionalProfessions: maybe(textList('personal_preference_profession1[]')),
    professionalUsernames: maybe(textList('personal_prefe_fws_username1[]')),
    personalNames: maybe(textList('personal_preference_name2[]')),
    personalMobiles: maybe(textList('personal_preference_mobile2[]')),
    personalProfessions: maybe(textList('personal_preference_profession2[]')),
    personalUsernames: maybe(textList('personal_prefe_fws_username2[]')),
  },
  { unpack: unpackRows },
);

export const addCertificatesForm = wireForm(schema('addCertificates'), {});
export const removeCertificateForm = wireForm(schema('removeCertificate'), { fileId: 'certificate' });

export type ProfileWire = z.infer<typeof profileWire>;

const join = (items: string[]): string => textList('').toWire(items);
const split = (text: string): string[] => textList('').fromWire(text);
const column = <T>(rows: readonly T[], pick: (row: T) => string): string => join(rows.map(pick));

function experienceToWire({ experience, inexperienced }: Profile) {
  return {
    total_experience: inexperienced ? '0' : column(experience, (row) => String(row.years)),
    working_company_name: column(experience, (row) => row.company),
    working_from_date: column(experience, (row) => monthFirst.toWire(row.from)),
    working_to_date: column(experience, (row) => monthFirst.toWire(row.to)),
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
  return ready.toWire(readiness.ready ? readiness.from : 'no');
}

function readinessFromWire(text: string): Readiness | null {
  if (text === '') return null;
  const value = ready.fromWire(text);
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
    personal_preference_name1: column(professional, (row) => row.name),
    personal_preference_mobile1: column(professional, (row) => row.mobile),
    personal_preference_profession1: column(professional, (row) => row.profession),
    personal_prefe_fws_username1: column(professional, (row) => row.username),
    personal_preference_name2: column(personal, (row) => row.name),
    personal_preference_mobile2: column(personal, (row) => row.mobile),
    personal_preference_profession2: column(personal, (row) => row.profession),
    personal_prefe_fws_username2: column(personal, (row) => row.username),
    certificates: profile.certificates.map((file) => file.url).join(','),
    certificates_upload: profile.certificates.map((file) => ({ certificate: file.url, ...file })),
    resume: profile.resume?.url ?? '',
    resume_name: profile.resume?.name ?? '',
    resume_bytes: profile.resume?.bytes ?? 0,
    resume_is_image: profile.resume?.image ?? false,
    total_inprogress_project: profile.projectsInProgress,
    total_connects: profile.connects,
    profile_percentage: completeness(profile).percent,
    login_type: SIGN_UP[profile.signUp],
  };
}

export function profileFromWire(wire: ProfileWire): Profile {
  return {
    ...userFromWire(wire),
    age: wire.age,
    gender: known(GENDER, wire.gender),
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
    radius: known(RADIUS, wire.project_take_from),
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
