export { reviewContent, reviewPhotoContent } from './content/service.ts';
export { recountJob } from './counting.ts';
export { invariants } from './invariants.ts';
export { beginReviews } from './periods.ts';
export { readStanding } from './ratings/service.ts';
