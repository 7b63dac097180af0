import {
  addCertificates,
  ownAvailability,
  ownProfile as ownProfileCall,
  publicPage,
  removeCertificates,
  setAvailability,
  setPublicPage,
  updateProfile,
} from '@fws/contract/profile/calls';
import type { OwnAvailability, SetAvailabilityValues } from '@fws/contract/profile/availability/schemas';
import type { Profile, PublicPage, UpdateProfileValues } from '@fws/contract/profile/schemas';
import { callApi } from '../../platform/client/index.ts';
import { callQuery, queryClient, refresh } from '../../platform/queries/index.ts';
import { setSignedIn } from '../../platform/session/index.ts';

export const ownProfileQuery = () => callQuery('identity', ownProfileCall, {});

/** The saved profile becomes the current user. */
function storeProfile(saved: Profile): Profile {
  queryClient.setQueryData(ownProfileQuery().queryKey, saved);
  setSignedIn(saved);
  // The list of categories marks the user's own.
  void refresh('categories');
  return saved;
}

export const saveProfile = async (values: UpdateProfileValues): Promise<Profile> =>
  storeProfile(await callApi(updateProfile, values));

export const savePhoto = async (photo: File): Promise<Profile> =>
  storeProfile(await callApi(updateProfile, {}, { files: { photo } }));

export const addPapers = async (files: { certificates?: File[]; resume?: File }): Promise<Profile> =>
  storeProfile(await callApi(addCertificates, {}, { files }));

export const removePaper = async (link: string): Promise<Profile> =>
  storeProfile(await callApi(removeCertificates, { fileId: link }));

export const publicPageQuery = () => callQuery('identity', publicPage, {});

export async function savePublicPage(values: {
  version: string;
  isPublic: string;
  photoIds: string[];
}): Promise<PublicPage> {
  const saved = await callApi(setPublicPage, values);
  queryClient.setQueryData(publicPageQuery().queryKey, saved);
  return saved;
}

export const availabilityQuery = () => callQuery('identity', ownAvailability, {});

export async function saveAvailability(values: SetAvailabilityValues): Promise<OwnAvailability> {
  const saved = await callApi(setAvailability, values);
  queryClient.setQueryData(availabilityQuery().queryKey, saved);
  return saved;
}
