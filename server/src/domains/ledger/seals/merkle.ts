import { createHash } from 'node:crypto';

// The Merkle tree of RFC 6962, section 2.1. Leaves, inner nodes and seals are hashed with different first bytes, so that
// none can be passed off as another.

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const LEAF = Buffer.from([0]);
const INNER = Buffer.from([1]);
const SEAL = Buffer.from([2]);

export const hashLeaf = (line: string): Buffer => sha256(LEAF, line);
const hashInner = (left: Buffer, right: Buffer): Buffer => sha256(INNER, left, right);

/** The seal of a day. The header says which day, how many entries and which balances. */
export const hashSeal = (previous: Buffer, root: Buffer, header: string): Buffer =>
  sha256(SEAL, previous, root, header);

/** The number of leaves in the left subtree: the largest power of two below the number of leaves. */
const countLeft = (leaves: number): number => 2 ** (Math.ceil(Math.log2(leaves)) - 1);

/** The root over leaves `from` (inclusive) to `to` (exclusive). */
export function calculateRoot(leaves: readonly Buffer[], from = 0, to = leaves.length): Buffer {
  const first = leaves[from];
  if (first === undefined) return sha256();
  if (to - from === 1) return first;
  const middle = from + countLeft(to - from);
  return hashInner(calculateRoot(leaves, from, middle), calculateRoot(leaves, middle, to));
}

/** The roots of the subtrees beside the way from a leaf to the root, the deepest first. */
export function calculatePath(
  leaves: readonly Buffer[],
  index: number,
  from = 0,
  to = leaves.length,
): Buffer[] {
  if (to - from <= 1) return [];
  const middle = from + countLeft(to - from);
  return index < middle
    ? [...calculatePath(leaves, index, from, middle), calculateRoot(leaves, middle, to)]
    : [...calculatePath(leaves, index, middle, to), calculateRoot(leaves, from, middle)];
}

/** The root that a leaf and its path lead to; null when the path does not fit a tree of this size. */
export function followPath(
  leaf: Buffer,
  index: number,
  leaves: number,
  path: readonly Buffer[],
): Buffer | null {
  if (!Number.isSafeInteger(index) || index < 0 || index >= leaves) return null;
  const beside = path.at(-1);
  if (leaves === 1) return beside === undefined ? leaf : null;
  if (beside === undefined) return null;
  const left = countLeft(leaves);
  const isLeft = index < left;
  const own = followPath(
    leaf,
    isLeft ? index : index - left,
    isLeft ? left : leaves - left,
    path.slice(0, -1),
  );
  if (own === null) return null;
  return isLeft ? hashInner(own, beside) : hashInner(beside, own);
}
