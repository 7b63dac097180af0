import type { Part } from '@fws/contract/profile/completeness';
import {
  GENDERS,
  QUALIFICATIONS,
  RADII,
  RATE_TYPES,
  type Gender,
  type Qualification,
  type Radius,
  type RateType,
} from '@fws/contract/profile/model';
import type { MessageId, Translate } from '../../platform/i18n/index.ts';
import type { Option } from '../../ui/index.ts';

export const qualificationNames: Record<Qualification, MessageId> = {
  tenth: 'web.profile.qualification.tenth',
  twelfth: 'web.profile.qualification.twelfth',
  diploma: 'web.profile.qualification.diploma',
  graduate: 'web.profile.qualification.graduate',
  postgraduate: 'web.profile.qualification.postgraduate',
  phd: 'web.profile.qualification.phd',
};

export const genderNames: Record<Gender, MessageId> = {
  male: 'web.profile.gender.male',
  female: 'web.profile.gender.female',
  transgender: 'web.profile.gender.transgender',
  unsaid: 'web.profile.gender.unsaid',
};

export const rateNames: Record<RateType, MessageId> = {
  hourly: 'web.profile.rate.hourly',
  day: 'web.profile.rate.day',
  weekly: 'web.profile.rate.weekly',
  fixed: 'web.profile.rate.fixed',
};

export const radiusNames: Record<Radius, MessageId> = {
  local: 'web.profile.radius.local',
  city: 'web.profile.radius.city',
  district: 'web.profile.radius.district',
  state: 'web.profile.radius.state',
  country: 'web.profile.radius.country',
  anywhere: 'web.profile.radius.anywhere',
};

export const partNames: Record<Part, MessageId> = {
  photo: 'web.profile.part.photo',
  basics: 'web.profile.part.basics',
  qualification: 'web.profile.part.qualification',
  skills: 'web.profile.part.skills',
  about: 'web.profile.part.about',
  experience: 'web.profile.part.experience',
  rate: 'web.profile.part.rate',
  readiness: 'web.profile.part.readiness',
  references: 'web.profile.part.references',
  papers: 'web.profile.part.papers',
  identity: 'web.profile.part.identity',
};

const buildOptions =
  <T extends string>(values: readonly T[], names: Record<T, MessageId>) =>
  (t: Translate): Option[] =>
    values.map((value) => ({ value, label: t(names[value]) }));

export const getQualificationOptions = buildOptions(QUALIFICATIONS, qualificationNames);
export const getGenderOptions = buildOptions(GENDERS, genderNames);
export const getRateOptions = buildOptions(RATE_TYPES, rateNames);
export const getRadiusOptions = buildOptions(RADII, radiusNames);

/** "+919822000001" → "98220 00001", as people write it. */
export const formatMobile = (e164: string): string => e164.replace(/^\+91(\d{5})(\d{5})$/, '$1 $2');
