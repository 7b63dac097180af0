import { findFreePort } from '../../../../server/test/network/port.ts';
import type { World } from '../../../../server/test/world.ts';
import { findProgram } from '../../support/programs.ts';
import { PROXIES, startProxyProgram, type RunningProxy } from '../../support/proxies.ts';
import { UserError } from '../../../../scripts/user-error.ts';

export const WEB_PROCESSES = 4;
export const WORKERS = ['a', 'b', 'c'];

/** Limits count, and nobody reaches them. */
export const COUNTED = {
  LIMIT_REQUESTS_ADDRESS: '100000000/1m',
  LIMIT_REQUESTS_USER: '100000000/1m',
  LIMIT_TOKENS_ADDRESS: '100000000/1m',
};

export const findPorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, findFreePort));

/** The installed proxy with the shipped configuration, at the address that the providers know. */
export async function startProxy(world: World, upstreams: readonly number[]): Promise<RunningProxy> {
  const openssl = findProgram('openssl');
  const program = findProgram('nginx');
  if (openssl === null || program === null) throw new UserError('Not installed: nginx or openssl.');
  return startProxyProgram('nginx' satisfies keyof typeof PROXIES, {
    program,
    openssl,
    upstreams,
    plainPort: world.config.port,
  });
}
