import { isIP } from 'node:net';

/** As Fastify takes it: nobody, the networks that the proxies are in, or whether the address at that hop is one. */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const HOPS_MAX = 10;

/**
 * `TRUST_PROXY`: whose word in X-Forwarded-For counts. Never everybody's: the leftmost address is what the caller wrote
 * there, and with it any limit by address could be escaped. Null: it is neither a number nor networks.
 */
export function readTrustedProxies(setting: string): TrustedProxies | null {
  const text = setting.trim();
  if (text === '0') return false;
  // A bare number means nobody to Fastify.
  if (/^\d+$/.test(text) && Number(text) <= HOPS_MAX) return (_, hop) => hop < Number(text);
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : null;
}

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits === -1 || more.length > 0) return false;
  // A network of every address would be everybody.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
