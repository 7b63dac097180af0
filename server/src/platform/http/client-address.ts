import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/**
 * The key that limits by address count by: IPv4 whole; IPv6 by its first 64 bits, because everybody controls all the
 * addresses of at least one such network; an IPv4-mapped IPv6 address as IPv4.
 */
export function toAddressKey(ip: string): string {
  const address = ip.split('%')[0] ?? '';
  if (isIPv4(address) || !isIPv6(address)) return address;
  const groups = expand(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return toIPv4(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address in any notation. */
function expand(address: string): number[] {
  const plain = new SocketAddress({ address, family: 'ipv6' }).address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a: string, b: string, c: string, d: string) =>
      `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`,
  );
  const [before = '', after] = plain.split('::');
  const parse = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [head, tail] = [parse(before), parse(after ?? '')];
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: zeros }, () => 0), ...tail];
}

const toIPv4 = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
