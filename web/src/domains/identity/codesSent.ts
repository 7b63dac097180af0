import { OTP_TTL_MS } from '@fws/contract/identity/model';

// When codes were sent, as far as this tab knows. A dialog that opens again, also after a reload, waits for the one that
// is on its way; the server would refuse to send another so soon.

/** In the place of the address of a code for a login: a guest is told only the end of the number. */
export const LOGIN = 'login';

/** The end of an address tells them apart, and tells nothing to whoever uses the tab next. */
const keyOf = (address: string): string => `code:${address.slice(-4)}`;
/** An older one may be over before it is typed. */
const USABLE_MS = OTP_TTL_MS - 60_000;

export function noteCodeSent(address: string): void {
  try {
    sessionStorage.setItem(keyOf(address), String(Date.now()));
  } catch {
    // Storage may be off: then a code is asked for each time.
  }
}

/** In ms; undefined when no code is on its way to that mobile number or e-mail address. */
export function codeSentAt(address: string): number | undefined {
  try {
    const sentAt = Number(sessionStorage.getItem(keyOf(address)));
    return Date.now() - sentAt < USABLE_MS ? sentAt : undefined;
  } catch {
    return undefined;
  }
}

export function forgetCode(address: string): void {
  try {
    sessionStorage.removeItem(keyOf(address));
  } catch {
    // Nothing was noted either.
  }
}
