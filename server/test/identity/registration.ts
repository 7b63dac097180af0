import { isAadhaar } from '@fws/contract/platform/identifiers';

let lastSerial = 0;

/** The fields of both registration steps for a new person, by their wire names. */
export function buildRegistrationForm(changes: Record<string, string> = {}): Record<string, string> {
  const serial = ++lastSerial;
  return {
    first_name: 'Meera',
    last_name: 'Joshi',
    email_id: `meera${serial}@mail.example`,
    mobile_number: String(8_000_000_000 + serial),
    password: 'monsoon2026',
    confrm_password: 'monsoon2026',
    register_for: 'individual',
    'looking_for[]': 'projects,services',
    location: 'Kothrud, Pune, Maharashtra 411038',
    aadhaar_number: buildAadhaarNumber(serial),
    terms_accepted: '1',
    is_adult: '1',
    ...changes,
  };
}

/** Builds a valid Aadhaar number of a made-up person. */
export function buildAadhaarNumber(serial: number): string {
  const first11 = String(23_456_780_000 + serial);
  const check = '0123456789'.split('').find((digit) => isAadhaar(first11 + digit));
  return first11 + (check ?? '');
}
