import * as z from 'zod';
import { isLoopback, isPlaceholder, type Mode } from './addresses.ts';
import type { Faults } from './faults.ts';

export const redisEnvironment = {
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'it must look like rediss://user:password@host:6379' })
    .optional(),
};

/** `REDIS_URL`: Redis or Valkey. Null: this process is on its own, or shares with others through the database. */
export function readRedis(url: string | undefined, mode: Mode, faults: Faults): { redisUrl: string | null } {
  if (url !== undefined && mode !== 'development') checkRedis(new URL(url), faults);
  return { redisUrl: url ?? null };
}

function checkRedis({ protocol, hostname, password }: URL, faults: Faults): void {
  const isThisMachine = isLoopback(hostname);
  if (protocol !== 'rediss:' && !isThisMachine)
    faults.add(
      'REDIS_URL',
      'must start with rediss:// in production unless it is an address of this machine',
    );
  if (isPlaceholder(hostname) && !isThisMachine)
    faults.add('REDIS_URL', 'is a placeholder: production needs the real address');
  if (password === '' && !isThisMachine)
    faults.add('REDIS_URL', 'has no password: whoever reaches the server could send live events');
}
