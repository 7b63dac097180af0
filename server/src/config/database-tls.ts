import { isLoopback } from './addresses.ts';
import type { Faults } from './faults.ts';

/** A path is a local socket. */
const isThisMachine = (url: URL): boolean => {
  const host = url.searchParams.get('host') ?? url.hostname;
  return host === '' || host.startsWith('/') || isLoopback(host);
};

/** On a shared network the login and personal data could be intercepted, or sent to an impostor. */
export function checkDatabaseTls(setting: string, text: string | undefined, faults: Faults): void {
  if (text === undefined) return;
  const url = new URL(text);
  if (isThisMachine(url) || url.searchParams.get('sslmode') === 'verify-full') return;
  faults.add(
    setting,
    'must require TLS with sslmode=verify-full, and sslrootcert=FILE for a private certificate authority; DATABASE_TLS=off allows connections without TLS, for a network that nobody else can reach',
  );
}
