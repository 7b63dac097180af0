import { defineLimits } from '../../platform/limits.ts';

export const LIMITS = defineLimits({
  login_source: ['10/15m', 'wrong passwords for one account from one known browser or one address'],
  login_account: [
    '30/1h',
    'wrong passwords for one account from unknown browsers; above it logins continue, but its token clients need a code',
  ],
  login_address: ['1000/15m', 'wrong passwords from one address'],
  register_address: ['300/1h', 'registrations from one address; each sends an SMS'],
  code_address: [
    '1500/1d',
    'registrations and password resets of one address together; each sends a message to a contact that may be a stranger’s',
  ],
  login_code_source: [
    '10/15m',
    'wrong codes at the second step of a login, for one account from one known browser or one address',
  ],
  login_code_account: [
    '50/1d',
    'the same for one account from all unknown browsers; above it they cannot use six-digit codes',
  ],
  login_code_send_user: ['20/1h', 'login codes sent to one user'],
  authenticator_code_user: ['10/10m', 'codes that one user enters to set up an authenticator app'],
  social_address: ['2000/1h', 'logins with Google or Facebook started from one address'],
  reset_address: ['300/1h', 'password reset requests from one address; each sends a message'],
  reset_code_address: ['500/15m', 'wrong codes for a password reset from one address'],
  alert_link_address: ['100/1h', 'invalid links of account alerts opened from one address'],
  device_alert_user: [
    '10/1d',
    'alerts to one user about new devices; further logins are only in the security log',
  ],
  otp_contact: ['5/1h', 'codes sent to one contact for one purpose'],
  contact_claimed_user: ['1/1d', 'mails to the owner of a contact that somebody entered for another account'],
  old_password_user: ['10/15m', 'wrong old passwords when one user changes the password'],
  session_end_password_source: ['10/15m', 'wrong passwords when one session ends others'],
  contact_change_user: [
    '10/1h',
    'changes of contact that one user requests; each may send a message to a stranger',
  ],
});
