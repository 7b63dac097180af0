import { call, type CallFile } from '../platform/call.ts';
import { addCertificatesForm, profileReply, removeCertificateForm, updateProfileForm } from './wire.ts';

/** The maximum number of files in one request. */
const FILES_AT_ONCE = 4;

const papers: readonly CallFile[] = [
  { name: 'certificates', wireName: 'certificates[]', kinds: ['image', 'pdf'], several: FILES_AT_ONCE },
  { name: 'resume', wireName: 'resume', kinds: ['image', 'pdf'] },
];

/** The caller's full profile. `user_detailed_history` returns what others see of a person. */
export const ownProfile = call({
  name: 'own_profile',
  access: 'user',
  reads: true,
  reply: profileReply,
  done: 'common.ok',
});

/** Changes only the given fields. */
export const updateProfile = call({
  name: 'update_profile',
  access: 'user',
  reads: false,
  form: updateProfileForm,
  files: [{ name: 'photo', wireName: 'profile_image', kinds: ['image'] }, ...papers],
  reply: profileReply,
  done: 'profile.saved',
});

export const addCertificates = call({
  name: 'add_certificates',
  access: 'user',
  reads: false,
  form: addCertificatesForm,
  files: papers,
  reply: profileReply,
  done: 'profile.papers_added',
});

/** Removes a certificate or the resume by its link. */
export const removeCertificates = call({
  name: 'remove_certificates',
  access: 'user',
  reads: false,
  form: removeCertificateForm,
  reply: profileReply,
  done: 'profile.papers_removed',
});
