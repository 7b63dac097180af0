import { OTP_TTL_MS } from '@fws/contract/identity/model';

// When codes were sent, as far as this tab knows. A dialog that opens again, also after a reload, waits for
// the code on its way, because the server refuses to send another so soon.

/** Used as the address of a login code: a guest sees only the end of the mobile number. */
export const LOGIN_ADDRESS = 'login';

/** The end of an address is enough to tell addresses apart, and tells the next user of this tab nothing. */
const getStorageKey = (address: string): string => `code:${address.slice(-4)}`;
/** An older code may expire while it is being typed. */
const USABLE_MS = OTP_TTL_MS - 60_000;

export function recordCodeSent(address: string): void {
  try {
    sessionStorage.setItem(getStorageKey(address), String(Date.now()));
  } catch {
    // Storage may be off: then a code is requested each time.
  }
}

/** In ms; undefined when no code is on its way to that mobile number or e-mail address. */
export function findCodeSentAt(address: string): number | undefined {
  try {
    const sentAt = Number(sessionStorage.getItem(getStorageKey(address)));
    return Date.now() - sentAt < USABLE_MS ? sentAt : undefined;
  } catch {
    return undefined;
  }
}

export function forgetCode(address: string): void {
  try {
    sessionStorage.removeItem(getStorageKey(address));
  } catch {
    // Storage is off, so nothing was recorded.
  }
}
