import { isAadhaar } from '@fws/contract/platform/identifiers';
import { waitFor } from '../wait.ts';

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

interface OutboxMessage {
  channel: string;
  text: string;
  subject: string | null;
  otp: string | null;
}

/** Reads all messages sent to a mobile number or e-mail address, newest first. */
export async function readOutbox(sandboxUrl: string, to: string): Promise<OutboxMessage[]> {
  const response = await fetch(`${sandboxUrl}/outbox.json?to=${encodeURIComponent(to)}`);
  return (await response.json()) as OutboxMessage[];
}

/** Waits for the n-th code sent to a mobile number or e-mail address, and returns it. */
export async function waitForCode(sandboxUrl: string, to: string, n = 1): Promise<string> {
  let code: string | null | undefined;
  await waitFor(`code ${n} to ${to}`, async () => {
    const codes = (await readOutbox(sandboxUrl, to)).filter((message) => message.otp !== null);
    code = codes.at(-n)?.otp;
    return codes.length >= n;
  });
  return code ?? '';
}

export const toWrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');
