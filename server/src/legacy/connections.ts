import { toFormLastName } from '@fws/contract/identity/model';
import * as z from 'zod/mini';
import * as calls from '@fws/contract/connections/calls';
import type { PeopleScope } from '@fws/contract/connections/model';
import type { Friend, PersonView, SharedJob } from '@fws/contract/connections/schemas';
import { toRupees } from '@fws/contract/platform/money';
import type { Profile } from '@fws/contract/profile/schemas';
import { readVisibleProfile } from '../domains/connections/index.ts';
import { joinTexts } from './fields.ts';
import { encodeJob, jobReply, loadAwardsOfJobs, type JobsExtra } from './job-items.ts';
import { abilityReply, encodeAbility, pageFields, toFlag } from './shared.ts';
import {
  replyWithItem,
  replyWithPage,
  translateCall,
  type EncodeContext,
  type TranslatedField,
} from './translation.ts';
import { encodeQualification, encodeRateType, encodeUser, userReply } from './user.ts';

const personReply = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string(),
  skills: z.string(),
  location: z.string(),
  native_location: z.string(),
  web_link: z.string(),
  working_company_name: z.string(),
  about_description: z.string(),
  qualification: z.string(),
  total_experience: z.string(),
  amount_per_hour: z.string(),
  project_rate: z.string(),
  project_rate_type: z.string(),
  user_rating: z.nullable(z.number()),
  total_completed_project: z.number(),
  total_inprogress_project: z.number(),
  total_connects: z.number(),
  is_kyc_updated: z.number(),
  is_connected: z.number(),
  is_self: z.number(),
  can_connect: abilityReply,
});

function encodePerson(person: PersonView): z.output<typeof personReply> {
  const rate = person.ratePaise === null ? '' : toRupees(person.ratePaise);
  return {
    id: person.id,
    first_name: person.firstName,
    last_name: toFormLastName(person.lastName),
    profile_image: person.image,
    skills: person.skills.join(','),
    location: person.location,
    native_location: person.nativeLocation,
    web_link: person.webLink,
    working_company_name: joinTexts(person.companies),
    about_description: person.about,
    qualification: encodeQualification(person.qualification),
    total_experience: person.experienceYears === null ? '' : String(person.experienceYears),
    amount_per_hour: person.rateType === 'hourly' ? rate : '',
    project_rate: rate,
    project_rate_type: encodeRateType(person.rateType),
    user_rating: person.rating,
    total_completed_project: person.completedProjects,
    total_inprogress_project: person.projectsInProgress,
    total_connects: person.totalConnects,
    is_kyc_updated: toFlag(person.verified),
    is_connected: toFlag(person.relation === 'connection'),
    is_self: toFlag(person.relation === 'self'),
    can_connect: encodeAbility(person.abilities.connect),
  };
}

/** A person in whole: the User, as far as the reader may see it. The rest is empty. */
const personDetailReply = z.object({
  ...z.omit(userReply, { auth_token: true }).shape,
  ...personReply.shape,
  profile_percentage: z.nullable(z.number()),
});

function encodePersonDetail(
  person: PersonView,
  { extra: profile }: EncodeContext<Profile>,
): z.output<typeof personDetailReply> {
  const user = encodeUser(profile);
  const isSelf = person.relation === 'self';
  const shown = encodePerson(person);
  return {
    ...user,
    ...shown,
    // A stranger sees how long, not where and when.
    total_experience: person.relation === 'stranger' ? shown.total_experience : user.total_experience,
    is_kyc_updated: isSelf ? user.is_kyc_updated : shown.is_kyc_updated,
    profile_percentage: isSelf ? user.profile_percentage : null,
    login_type: isSelf ? user.login_type : '',
  };
}

const friendReply = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  profile_image: z.string(),
  skills: z.string(),
  is_kyc_updated: z.number(),
});

const encodeFriend = (friend: Friend): z.output<typeof friendReply> => ({
  id: friend.id,
  first_name: friend.firstName,
  last_name: toFormLastName(friend.lastName),
  profile_image: friend.image,
  skills: friend.skills.join(','),
  is_kyc_updated: toFlag(friend.verified),
});

const sharedJobReply = z.object({
  ...jobReply.shape,
  share_id: z.number(),
  thumps_up: z.string(),
  shared_user_name: z.string(),
  shared_user_id: z.number(),
  shared_at: z.string(),
});

const encodeSharedJob = (
  shared: SharedJob,
  { locale, extra: awards }: EncodeContext<JobsExtra['awards']>,
): z.output<typeof sharedJobReply> => ({
  ...encodeJob(shared.job, awards.get(shared.job.id), locale),
  share_id: shared.id,
  thumps_up: shared.thumbsUp ? 'Yes' : 'No',
  shared_user_name: shared.sharedBy,
  shared_user_id: shared.sharedById,
  shared_at: shared.sharedAt,
});

const userField = { userId: 'user_id' } as const;
const searchFields = { search: 'search', ...pageFields } as const;
/** The specification asks for `All`, which is everybody. Any other type lists connections. */
const typeField: TranslatedField<PeopleScope> = {
  name: 'type',
  read: (text: string) => (text.trim().toLowerCase() === 'all' ? 'everybody' : 'connected'),
};
const peopleInReply = replyWithPage(personReply, encodePerson);

export const connectionTranslations = [
  translateCall(calls.profileList, { fields: searchFields, reply: peopleInReply }),
  translateCall(calls.connectedUsers, {
    fields: { ...searchFields, scope: typeField },
    reply: peopleInReply,
  }),
  translateCall(calls.personDetail, {
    aliases: ['profile'],
    fields: userField,
    reply: replyWithItem(personDetailReply, encodePersonDetail, (person, { deps, callerId }) =>
      readVisibleProfile(deps, callerId, person),
    ),
  }),
  translateCall(calls.connect, { fields: userField }),
  translateCall(calls.disconnect, { fields: userField }),
  translateCall(calls.friendsSearch, {
    fields: searchFields,
    reply: replyWithPage(friendReply, encodeFriend),
  }),
  translateCall(calls.shareJob, { fields: { jobId: 'job_id', friendId: 'send_to_user_id' } }),
  translateCall(calls.sharedJobs, {
    fields: pageFields,
    reply: replyWithPage(sharedJobReply, encodeSharedJob, (items: readonly SharedJob[], reader) =>
      loadAwardsOfJobs(
        items.map(({ job }) => job),
        reader,
      ),
    ),
  }),
  translateCall(calls.thumbsUp, { fields: { shareId: 'share_id', up: 'thumps_up' } }),
];
