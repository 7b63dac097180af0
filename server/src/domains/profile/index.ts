export { calculateAverageRating } from '../identity/index.ts';
export { addCompletedProject, addRating, loadPeople, type PersonRow } from './people/store.ts';
export { getShortName } from './people/names.ts';
export { loadPublicProfiles, type PublicProfile } from './public-profiles/service.ts';
export { loadAvailabilities, saveAvailability } from './availability/store.ts';
export { readProfile } from './service.ts';
export { readShownProfile, userContent } from './content/service.ts';
export {
  areBlocked,
  buildBlockedIdsSql,
  checkBlockedPairs,
  deleteBlock,
  insertBlock,
  listBlockedIds,
  listBlocks,
} from './blocks/store.ts';
