import type { Applicant } from '../../ports/identity-verifier.ts';

/**
 * The authority knows whose a number is and which mobile goes with it; the sandbox can only be told. Sent to nobody
 * else.
 */
export const sandboxPerson = (person: Applicant): Record<string, string> => ({
  'x-sandbox-person': Buffer.from(JSON.stringify(person)).toString('base64url'),
});
