import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { ownsVideo } from './videos-store.ts';

export { findOtherUses } from './uses.ts';
export { reviewCheck, type Review } from './reviews.ts';
export { reviewNameChange, type NameChangeReview } from './name-changes.ts';
export { findNameChange, listNameChanges } from './name-changes-store.ts';
export { compareNames } from './names/compare.ts';
export { buildClaim, compareWithId } from './rules.ts';
export { getIdentity } from './applicants-store.ts';

export const kycDomain: Domain = {
  name: 'kyc',
  routes,
  tasks,
  fileAccess: {
    identity_video: (db, caller, videoId) => ownsVideo(db, caller.userId, videoId),
    // Every signed-in user may watch the sample videos.
    kyc_sample: () => Promise.resolve(true),
  },
};
