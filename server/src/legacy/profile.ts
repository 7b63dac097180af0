import * as z from 'zod/mini';
import * as calls from '@fws/contract/profile/calls';
import type { Availability } from '@fws/contract/profile/availability/model';
import type { OwnAvailability } from '@fws/contract/profile/availability/schemas';
import type { Profile } from '@fws/contract/profile/schemas';
import { allowMissing, commaList, dateField, monthFirst, option, splitTexts, textList } from './fields.ts';
import { replyWithItem, translateCall } from './translation.ts';
import { encodeUser, GENDERS, QUALIFICATIONS, RADII, RATE_TYPES, userReply } from './user.ts';

/** Dates contain no commas, so the list is joined by them: "11-28-2026,12-01-2027" */
const dateList = (name: string) => ({
  ...textList(name),
  read: (text: string) => splitTexts(text).map(monthFirst.read),
});

const readyField = {
  name: 'ready_for_project',
  read: (text: string) => (/^no$/i.test(text.trim()) ? 'no' : monthFirst.read(text.trim())),
};

/** Ids or names. In joined text every comma separates items. */
const categoryList = {
  ...textList('categories[]'),
  read: (text: string) => splitTexts(text).filter((part) => part !== ''),
};

const profileFields = {
  version: 'version',
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

const availabilityReply = z.object({
  days: z.array(z.string()),
  from_time: z.string(),
  to_time: z.string(),
  holidays: z.array(z.object({ from: z.string(), to: z.string() })),
  away_until: z.string(),
});

const encodeAvailability = ({
  days,
  hours,
  holidays,
  awayUntil,
}: Availability): z.output<typeof availabilityReply> => ({
  days,
  from_time: hours?.from ?? '',
  to_time: hours?.to ?? '',
  holidays: holidays.map(({ from, to }) => ({ from: monthFirst.write(from), to: monthFirst.write(to) })),
  away_until: awayUntil === null ? '' : monthFirst.write(awayUntil),
});

const availabilityInReply = replyWithItem(
  z.extend(availabilityReply, { version: z.string() }),
  ({ availability, version }: OwnAvailability) => ({
    ...encodeAvailability(availability ?? { days: [], hours: null, holidays: [], awayUntil: null }),
    version,
  }),
);

/** Only its owner may edit it, so the user in other replies has no version. */
const profileInReply = replyWithItem(
  z.extend(userReply, { version: z.string(), availability: z.nullable(availabilityReply) }),
  (user: Profile) => ({
    ...encodeUser(user),
    version: user.version,
    availability: user.availability && encodeAvailability(user.availability),
  }),
);
const papers = { certificates: 'certificates[]', resume: 'resume' };

export const profileTranslations = [
  translateCall(calls.ownProfile, { reply: profileInReply }),
  translateCall(calls.updateProfile, {
    fields: profileFields,
    files: { photo: 'profile_image', ...papers },
    reply: profileInReply,
  }),
  translateCall(calls.addCertificates, { fields: {}, files: papers, reply: profileInReply }),
  translateCall(calls.ownAvailability, { reply: availabilityInReply }),
  translateCall(calls.setAvailability, {
    fields: {
      version: 'version',
      days: allowMissing(commaList('days[]')),
      hoursFrom: 'from_time',
      hoursTo: 'to_time',
      holidaysFrom: allowMissing(dateList('holiday_from_date[]')),
      holidaysTo: allowMissing(dateList('holiday_to_date[]')),
      awayUntil: dateField('away_until', monthFirst),
    },
    reply: availabilityInReply,
  }),
  translateCall(calls.removeCertificates, { fields: { fileId: 'certificate' }, reply: profileInReply }),
];
