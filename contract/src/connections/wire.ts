import type * as z from 'zod/mini';
import { firstItemReply, pageReply, pageWire } from '../platform/call.ts';
import { createSchemaLoader, textList, wireForm } from '../platform/form.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { abilityFromWire, abilityToWire, toFlag } from '../platform/wire.ts';
import { jobFromWire, jobToWire } from '../jobs/wire.ts';
import {
  qualificationFromWire,
  qualificationToWire,
  rateTypeFromWire,
  rateTypeToWire,
} from '../profile/wire.ts';
import type { Friend, PersonView, SharedJob } from './model.ts';
import type { friendWire, personWire, sharedJobWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const userIdForm = wireForm(schema('userId'), { userId: 'user_id' });
export const peopleForm = wireForm(schema('people'), { search: 'search', ...pageWire });
export const connectsForm = wireForm(schema('connects'), { ...peopleForm.fields, type: 'type' });
export const shareJobForm = wireForm(schema('shareJob'), { jobId: 'job_id', friendId: 'send_to_user_id' });
export const thumbsUpForm = wireForm(schema('thumbsUp'), { shareId: 'share_id', up: 'thumps_up' });

/** Company names may contain commas, and the wire joins the list by commas. */
const companiesField = textList('working_company_name');
const parseSkills = (text: string) => text.split(',').filter(Boolean);

export type PersonWire = z.infer<typeof personWire>;

export function personToWire(person: PersonView): PersonWire {
  const rate = person.ratePaise === null ? '' : toRupees(person.ratePaise);
  return {
    id: person.id,
    first_name: person.firstName,
    last_name: person.lastName,
    profile_image: person.image,
    skills: person.skills.join(','),
    location: person.location,
    native_location: person.nativeLocation,
    web_link: person.webLink,
    working_company_name: companiesField.toWire(person.companies),
    about_description: person.about,
    qualification: qualificationToWire(person.qualification),
    total_experience: person.experienceYears === null ? '' : String(person.experienceYears),
    amount_per_hour: person.rateType === 'hourly' ? rate : '',
    project_rate: rate,
    project_rate_type: rateTypeToWire(person.rateType),
    user_rating: person.rating,
    total_completed_project: person.completedProjects,
    total_inprogress_project: person.projectsInProgress,
    total_connects: person.totalConnects,
    is_kyc_updated: toFlag(person.verified),
    is_connected: toFlag(person.relation === 'connection'),
    is_self: toFlag(person.relation === 'self'),
    can_connect: abilityToWire(person.abilities.connect),
  };
}

export function personFromWire(wire: PersonWire): PersonView {
  return {
    id: wire.id,
    relation: wire.is_self === 1 ? 'self' : wire.is_connected === 1 ? 'connection' : 'stranger',
    firstName: wire.first_name,
    lastName: wire.last_name,
    image: wire.profile_image,
    skills: parseSkills(wire.skills),
    location: wire.location,
    nativeLocation: wire.native_location,
    webLink: wire.web_link,
    companies: companiesField.fromWire(wire.working_company_name),
    about: wire.about_description,
    qualification: qualificationFromWire(wire.qualification),
    experienceYears: wire.total_experience === '' ? null : Number(wire.total_experience),
    ratePaise: parseRupees(wire.project_rate),
    rateType: rateTypeFromWire(wire.project_rate_type),
    rating: wire.user_rating,
    completedProjects: wire.total_completed_project,
    projectsInProgress: wire.total_inprogress_project,
    totalConnects: wire.total_connects,
    verified: wire.is_kyc_updated === 1,
    abilities: { connect: abilityFromWire(wire.can_connect) },
  };
}

export type FriendWire = z.infer<typeof friendWire>;

const friendToWire = (friend: Friend): FriendWire => ({
  id: friend.id,
  first_name: friend.firstName,
  last_name: friend.lastName,
  profile_image: friend.image,
  skills: friend.skills.join(','),
  is_kyc_updated: toFlag(friend.verified),
});

const friendFromWire = (wire: FriendWire): Friend => ({
  id: wire.id,
  firstName: wire.first_name,
  lastName: wire.last_name,
  image: wire.profile_image,
  skills: parseSkills(wire.skills),
  verified: wire.is_kyc_updated === 1,
});

export type SharedJobWire = z.infer<typeof sharedJobWire>;

export const sharedJobToWire = (shared: SharedJob): SharedJobWire => ({
  ...jobToWire(shared.job),
  share_id: shared.id,
  thumps_up: shared.thumbsUp ? 'Yes' : 'No',
  shared_user_name: shared.sharedBy,
  shared_user_id: shared.sharedById,
  shared_at: shared.sharedAt,
});

export const sharedJobFromWire = (wire: SharedJobWire): SharedJob => ({
  id: wire.share_id,
  thumbsUp: wire.thumps_up === 'Yes',
  sharedBy: wire.shared_user_name,
  sharedById: wire.shared_user_id,
  sharedAt: wire.shared_at,
  job: jobFromWire(wire),
});

export const personReply = firstItemReply(schema('personWire'), personToWire, personFromWire);
export const personPageReply = pageReply(schema('personWire'), personToWire, personFromWire);
export const friendPageReply = pageReply(schema('friendWire'), friendToWire, friendFromWire);
export const sharedJobPageReply = pageReply(schema('sharedJobWire'), sharedJobToWire, sharedJobFromWire);
