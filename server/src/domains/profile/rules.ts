import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { CERTIFICATES_MAX, type Experience } from '@fws/contract/profile/model';
import type { UpdateProfile } from '@fws/contract/profile/schemas';

/** Checks against today's date in India, which the form does not know. */
export function checkDates(experience: readonly Experience[], today: string): Outcome<null> {
  if (experience.some((row) => row.from > today)) return refuseField('from', 'profile.date_in_future');
  if (experience.some((row) => row.to > today)) return refuseField('to', 'profile.date_in_future');
  return done(null);
}

export const isEmptyUpdate = (command: UpdateProfile): boolean =>
  Object.entries(command).every(([name, value]) => name === 'version' || value === undefined);

export const checkCertificateCount = (existing: number, added: number): Outcome<null> =>
  added > 0 && existing + added > CERTIFICATES_MAX
    ? refuseField('certificates', 'profile.certificates_too_many', { maximum: CERTIFICATES_MAX })
    : done(null);
