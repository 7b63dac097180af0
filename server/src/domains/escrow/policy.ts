import type { Side } from '@fws/contract/contracts/model';

interface Parties {
  poster_id: number;
  worker_id: number;
}

/** The user's side of the contract; null for anybody else, to whom the contract does not exist. */
export function findSide(contract: Parties, userId: number): Side | null {
  if (contract.poster_id === userId) return 'poster';
  return contract.worker_id === userId ? 'worker' : null;
}

/** The person on the other side of a party of the contract. */
export const getOtherSideId = (contract: Parties, userId: number): number =>
  findSide(contract, userId) === 'poster' ? contract.worker_id : contract.poster_id;

/** Whether the user pays the order. To anybody else the order and its receipts do not exist. */
export const isPayer = (order: Pick<Parties, 'poster_id'>, userId: number): boolean =>
  order.poster_id === userId;
