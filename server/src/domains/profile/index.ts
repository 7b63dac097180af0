export { calculateAverageRating } from '../identity/index.ts';
export { addCompletedProject, addRating, loadPeople, type PersonRow } from './people/store.ts';
export { loadPublicProfiles, readProfile, type PublicProfile } from './service.ts';
