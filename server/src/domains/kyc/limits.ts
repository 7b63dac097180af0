import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  captcha_user: ['30/1h', 'captchas of the identity vendor for one user'],
  video_code_user: ['30/1h', 'codes for identity videos of one user'],
  identity_check_user: ['10/1d', 'identity checks of one user; the vendor charges for each'],
  name_change_user: ['5/30d', 'name corrections that one user requests; a person reviews each'],
  aadhaar_user: ['10/1d', 'Aadhaar checks started by one user; each costs a fee or sends an SMS'],
});
