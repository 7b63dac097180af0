import { checkOutsideAddress, NO_SANDBOX, type Mode } from './addresses.ts';
import type { Faults } from './faults.ts';

export interface Surroundings {
  mode: Mode;
  /** Null: there is no sandbox, or it may not be used. */
  sandboxUrl: string | null;
  faults: Faults;
}

export interface VendorReader<Env> {
  /** The vendor's address, or the sandbox's with this path. */
  readAddress: (name: keyof Env & string, standIn: string) => string;
  /** The sandbox's credentials are public, so they are refused in production. */
  readCredential: (name: keyof Env & string) => string;
}

/** Reads the settings of vendors, which the sandbox replaces where it may be used. */
export function createVendorReader<Env extends object>(
  env: Env,
  { mode, sandboxUrl, faults }: Surroundings,
): VendorReader<Env> {
  const read = (name: keyof Env): string | undefined => {
    const value: unknown = env[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    readAddress(name, standIn) {
      const url = read(name);
      if (url !== undefined) checkOutsideAddress(name, url, mode, faults);
      else if (sandboxUrl === null) faults.add(name, `is not set, ${NO_SANDBOX}`);
      return url ?? `${sandboxUrl ?? ''}${standIn}`;
    },
    readCredential(name) {
      const value = read(name);
      if (mode === 'production') {
        if (value === undefined) faults.add(name, 'is not set');
        else if (isTestCredential(value)) faults.add(name, 'is a test credential, which production refuses');
      }
      return value ?? SANDBOX_CREDENTIAL;
    },
  };
}

export const SANDBOX_CREDENTIAL = 'sandbox';

/** The sandbox's own, Razorpay's test keys, Cashfree's test ids and secrets. */
export const isTestCredential = (value: string): boolean =>
  value === SANDBOX_CREDENTIAL || /^(rzp_test_|TEST|cfsk_ma_test_)/.test(value);
