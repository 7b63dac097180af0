import type { Faults } from './faults.ts';

/**
 * How strict a start is: `development` includes tests; a `trial` is a production start that may use the sandbox on this
 * machine (`ALLOW_SANDBOX=1`).
 */
export type Mode = 'development' | 'trial' | 'production';

export function findMode(production: boolean, allowsSandbox: boolean): Mode {
  if (!production) return 'development';
  return allowsSandbox ? 'trial' : 'production';
}

export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** Vendors name their test hosts `sandbox.…`, `dg-sandbox.…`, `payout-gamma.…`. */
const isTestWorld = (hostname: string): boolean =>
  /(^|[.-])(sandbox|test|uat|gamma|staging)[.-]/.test(hostname);

const PLACEHOLDER = /example|sample|placeholder|change-?me|dummy|\.(test|invalid|localhost)\b|@localhost\b/i;

/** A value copied from documentation or development, which reaches nobody. */
export const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/** The end of the message about an address that is not set. */
export const NO_SANDBOX = 'and production has no sandbox (for a trial, set ALLOW_SANDBOX=1)';

/** True when calls to it move no real money. */
export const isForTests = (url: string): boolean => {
  const { hostname } = new URL(url);
  return isLoopback(hostname) || isTestWorld(hostname);
};

/** Checks an outside address that this product calls. */
export function checkOutsideAddress(setting: string, url: string, mode: Mode, faults: Faults): void {
  if (mode === 'development') return;
  const { protocol, hostname } = new URL(url);
  if (mode === 'trial') {
    if (protocol !== 'https:' && !isLoopback(hostname))
      faults.add(setting, 'must start with https:// unless it is an address of this machine');
  } else if (protocol !== 'https:') faults.add(setting, 'must start with https:// in production');
  else if (isTestWorld(hostname))
    faults.add(setting, 'is a test address of the vendor, which production refuses');
  else if (isLoopback(hostname) || isPlaceholder(hostname))
    faults.add(setting, 'is a placeholder: production needs the real address');
}

/** Checks the address that people type. */
export function checkPublicUrl(url: string | undefined, mode: Mode, faults: Faults): void {
  if (mode === 'development') return;
  if (url === undefined) {
    faults.add('PUBLIC_URL', 'is not set: the https:// address that users type');
    return;
  }
  const { protocol, hostname } = new URL(url);
  const isTrialHere = mode === 'trial' && isLoopback(hostname);
  if (protocol !== 'https:' && !isTrialHere)
    faults.add('PUBLIC_URL', 'must start with https:// in production');
  else if (!isTrialHere && (isLoopback(hostname) || isPlaceholder(hostname)))
    faults.add('PUBLIC_URL', 'is a placeholder: production needs the real address');
}

export function checkMailServer(url: string | undefined, mode: Mode, faults: Faults): void {
  if (mode === 'production' && url === undefined) faults.add('SMTP_URL', `is not set, ${NO_SANDBOX}`);
  if (mode !== 'development' && url !== undefined && isPlaceholder(new URL(url).hostname))
    faults.add('SMTP_URL', 'is a placeholder: production needs the real mail server');
}
