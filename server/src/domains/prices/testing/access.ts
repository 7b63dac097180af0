import type { AccessFacts } from '../../../../test/access/scene.ts';

/** No call names an object of somebody. */
export const access: AccessFacts = {};
