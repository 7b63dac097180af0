export { checkInvariants, saveRunResult } from './books/service.ts';
export { createScrape } from './health/http.ts';
export { markRestored } from './restore/mark.ts';
export { grantRole, revokeRole, resetFactor, findUserIdByEmail } from './service.ts';
