import type { Applicant } from '../../ports/identity-verifier.ts';

/**
 * The real authority knows the holder and the mobile number of an Aadhaar number; the sandbox must be told. Sent to the
 * sandbox only.
 */
export const toSandboxHeaders = (person: Applicant): Record<string, string> => ({
  'x-sandbox-person': Buffer.from(JSON.stringify(person)).toString('base64url'),
});
