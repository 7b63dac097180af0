import {
  addCertificates,
  ownProfile as ownProfileCall,
  removeCertificates,
  updateProfile,
} from '@fws/contract/profile/calls';
import type { Profile, UpdateProfileValues } from '@fws/contract/profile/model';
import { callApi } from '../../platform/client/index.ts';
import { callQuery, queryClient, refresh } from '../../platform/queries/index.ts';
import { signedIn } from '../../platform/session/index.ts';

export const ownProfile = () => callQuery('identity', ownProfileCall, {});

/** The saved profile becomes the current user. */
function keep(saved: Profile): Profile {
  queryClient.setQueryData(ownProfile().queryKey, saved);
  signedIn(saved);
  // The list of categories marks the user's own.
  void refresh('categories');
  return saved;
}

export const saveProfile = async (values: UpdateProfileValues): Promise<Profile> =>
  keep(await callApi(updateProfile, values));

export const savePhoto = async (photo: File): Promise<Profile> =>
  keep(await callApi(updateProfile, {}, { files: { photo } }));

export const addPapers = async (files: { certificates?: File[]; resume?: File }): Promise<Profile> =>
  keep(await callApi(addCertificates, {}, { files }));

export const removePaper = async (link: string): Promise<Profile> =>
  keep(await callApi(removeCertificates, { fileId: link }));
