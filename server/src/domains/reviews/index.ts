export { countCompletion, recountJob } from './counting.ts';
export { reviewContent } from './content/service.ts';
export { readRating } from './ratings/service.ts';
