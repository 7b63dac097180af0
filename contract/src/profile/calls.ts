import { call, type CallFile } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));
const availability = createSchemaLoader(() => import('./availability/schemas.ts'));

/** The maximum number of files in one request. */
const FILES_AT_ONCE = 4;

const papers: readonly CallFile[] = [
  { name: 'certificates', kinds: ['image', 'pdf'], several: FILES_AT_ONCE },
  { name: 'resume', kinds: ['image', 'pdf'] },
];

/** The caller's full profile. `user_detailed_history` returns what others see of a person. */
export const ownProfile = call({
  name: 'own_profile',
  access: 'user',
  reads: true,
  kept: true,
  reply: schema('profile'),
  done: 'common.ok',
});

/** Changes only the given fields. */
export const updateProfile = call({
  name: 'update_profile',
  access: 'user',
  reads: false,
  form: schema('updateProfile'),
  files: [{ name: 'photo', kinds: ['image'] }, ...papers],
  reply: schema('profile'),
  done: 'profile.saved',
});

export const addCertificates = call({
  name: 'add_certificates',
  access: 'user',
  reads: false,
  form: schema('addCertificates'),
  files: papers,
  reply: schema('profile'),
  done: 'profile.papers_added',
});

/** Removes a certificate or the resume by its link. */
export const removeCertificates = call({
  name: 'remove_certificates',
  access: 'user',
  reads: false,
  form: schema('removeCertificate'),
  reply: schema('profile'),
  done: 'profile.papers_removed',
});

/** The caller's own page for everybody. */
export const publicPage = call({
  name: 'public_page',
  access: 'user',
  reads: true,
  kept: true,
  reply: schema('publicPage'),
  done: 'common.ok',
});

/** Shows or hides it, and chooses its photos. */
export const setPublicPage = call({
  name: 'set_public_page',
  access: 'user',
  reads: false,
  form: schema('setPublicPage'),
  reply: schema('publicPage'),
  done: 'profile.saved',
});

/** When the caller usually takes work. */
export const ownAvailability = call({
  name: 'own_availability',
  access: 'user',
  reads: true,
  kept: true,
  reply: availability('ownAvailability'),
  done: 'common.ok',
});

/** Says it anew: days, hours, holidays, and until when they take no work. Without any field, nothing is said any more. */
export const setAvailability = call({
  name: 'set_availability',
  access: 'user',
  reads: false,
  form: availability('setAvailability'),
  reply: availability('ownAvailability'),
  done: 'profile.availability_saved',
});
