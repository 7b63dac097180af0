import { parseArgs } from 'node:util';
import { UserError } from '../../../scripts/user-error.ts';

const PEER_NAMES = ['vendure', 'medusa'] as const;
export type PeerName = (typeof PEER_NAMES)[number];

export interface PeersOptions {
  peers: PeerName[];
  products: number;
  rounds: number;
  seconds: number;
  /** Install and prepare the databases, and end. */
  prepareOnly: boolean;
}

/** [vendure] [medusa] [--products N] [--rounds N] [--seconds N of each measurement] [--prepare-only] */
export function parsePeersOptions(args: string[]): PeersOptions {
  const { values, positionals } = parse(args);
  const unknown = positionals.find((name) => !PEER_NAMES.some((peer) => peer === name));
  if (unknown !== undefined)
    throw new UserError(`There is no peer "${unknown}": choose of ${PEER_NAMES.join(', ')}.`);
  return {
    peers: PEER_NAMES.filter((name) => positionals.length === 0 || positionals.includes(name)),
    products: parseCount('products', values.products),
    rounds: parseCount('rounds', values.rounds),
    seconds: parseCount('seconds', values.seconds),
    prepareOnly: values['prepare-only'],
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        products: { type: 'string', default: '10000' },
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '5' },
        'prepare-only': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

function parseCount(name: string, text: string): number {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  throw new UserError(`--${name} is "${text}": it must be a number from 1 on.`);
}
