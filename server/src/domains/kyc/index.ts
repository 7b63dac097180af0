export { findOtherUses } from './uses.ts';
export { reviewCheck, type Review } from './reviews.ts';
export { reviewNameChange, type NameChangeReview } from './name-changes.ts';
export { findNameChange, listNameChanges } from './name-changes-store.ts';
export { compareNames } from './names/compare.ts';
export { buildClaim, compareWithId } from './rules.ts';
export { getIdentity } from './applicants-store.ts';
