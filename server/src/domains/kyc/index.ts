export { findOtherUses } from './uses/service.ts';
export { reviewCheck, type Review } from './reviews/service.ts';
export { reviewNameChange, type NameChangeReview } from './name-changes/service.ts';
export { findNameChange, listNameChanges } from './name-changes/store.ts';
export { compareNames } from './names/compare.ts';
export { buildClaim, compareWithId } from './rules.ts';
export { getIdentity } from './applicants/store.ts';
