import { isIP } from 'node:net';

/** In Fastify's format: nobody, the proxies' networks, or whether the address at that hop is a proxy. */
export type TrustedProxies = false | string[] | ((address: string, hop: number) => boolean);

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const HOPS_MAX = 10;

/**
 * `TRUST_PROXY`: the proxies whose X-Forwarded-For is trusted. Never everybody's: the leftmost address is set by the
 * caller, who could then bypass every limit by address. Null: neither a number nor networks.
 */
export function readTrustedProxies(setting: string): TrustedProxies | null {
  const text = setting.trim();
  if (text === '0') return false;
  // Pass a function: Fastify treats a bare number as no proxy at all.
  if (/^\d+$/.test(text) && Number(text) <= HOPS_MAX) return (_, hop) => hop < Number(text);
  const networks = text.split(',').map((network) => network.trim());
  return networks.every(isNetwork) ? networks : null;
}

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits === -1 || more.length > 0) return false;
  // A network that contains every address would trust everybody.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
