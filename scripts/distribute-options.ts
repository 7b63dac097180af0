import { UserError } from './user-error.ts';

const USAGE = 'Usage: npm run distribute [-- --shards 32]';
const SHARDS_DEFAULT = 32;
const SHARDS_MAX = 1024;

export interface DistributeOptions {
  /** Into how many parts each table is divided; a part is on one worker. */
  shards: number;
}

export function readDistributeOptions(args: string[]): DistributeOptions {
  const [option, value = '', ...more] = args;
  if (option === undefined) return { shards: SHARDS_DEFAULT };
  const shards = Number(value);
  if (option !== '--shards' || more.length > 0 || !/^\d+$/.test(value)) throw new UserError(USAGE);
  if (shards < 1 || shards > SHARDS_MAX)
    throw new UserError(`--shards is a number from 1 to ${SHARDS_MAX}, not ${value}.`);
  return { shards };
}
