import type { Availability } from '@fws/contract/profile/availability/model';
import { sumYears } from '@fws/contract/profile/model';
import type { ProfileDetails } from '@fws/contract/profile/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { loadAvailabilities } from '../availability/store.ts';
import { countProjectsInProgress, loadExperience, loadProfiles } from '../store.ts';

/** The fields of a profile that others may see. Callers decide who sees which of them. */
export interface PublicProfile extends Pick<
  ProfileDetails,
  'nativeLocation' | 'webLink' | 'about' | 'qualification' | 'ratePaise' | 'rateType'
> {
  companies: string[];
  /** Null when they have not said. */
  experienceYears: number | null;
  projectsInProgress: number;
  /** As it was saved: some of it may be over. Null when they have not said. */
  availability: Availability | null;
}

/** Has an entry for every id, also for users who have filled in nothing yet. */
export async function loadPublicProfiles(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, PublicProfile>> {
  const uniqueIds = [...new Set(ids)];
  const [rows, experience, inProgress, availabilities] = await Promise.all([
    loadProfiles(db, uniqueIds),
    loadExperience(db, uniqueIds),
    countProjectsInProgress(db, uniqueIds),
    loadAvailabilities(db, uniqueIds),
  ]);
  const toPublicProfile = (id: number): PublicProfile => {
    const row = rows.get(id);
    const isTakenDown = Boolean(row?.taken_down_at);
    const experienceRows = experience.get(id) ?? [];
    return {
      nativeLocation: isTakenDown ? '' : (row?.native_location ?? ''),
      webLink: isTakenDown ? '' : (row?.web_link ?? ''),
      about: isTakenDown ? '' : (row?.about ?? ''),
      qualification: row?.qualification ?? null,
      ratePaise: row?.rate_paise ?? null,
      rateType: row?.rate_type ?? null,
      companies: isTakenDown ? [] : experienceRows.map(({ company }) => company),
      experienceYears: experienceRows.length > 0 || row?.inexperienced ? sumYears(experienceRows) : null,
      projectsInProgress: inProgress.get(id) ?? 0,
      availability: availabilities.get(id) ?? null,
    };
  };
  return new Map(uniqueIds.map((id) => [id, toPublicProfile(id)]));
}
