import type { Condition } from './conditions.ts';

// Sets of jobs of a segment, by position. While a search combines them, each is a bit for each position.

export type Bits = Uint32Array;
/** Ascending positions, or bits where there are many. */
export type List = ArrayLike<number> | Bits;

export const countWords = (positions: number): number => Math.ceil(positions / 32);
export const createBits = (positions: number): Bits => new Uint32Array(countWords(positions));
export const addBit = (bits: Bits, position: number): void => {
  bits[position >>> 5] = (bits[position >>> 5] ?? 0) | (1 << (position & 31));
};
export const removeBit = (bits: Bits, position: number): void => {
  bits[position >>> 5] = (bits[position >>> 5] ?? 0) & ~(1 << (position & 31));
};
export const hasBit = (bits: Bits, position: number): boolean =>
  ((bits[position >>> 5] ?? 0) & (1 << (position & 31))) !== 0;

export function fillBits(positions: ArrayLike<number>, bits: Bits): Bits {
  for (let index = 0; index < positions.length; index++) addBit(bits, positions[index] ?? 0);
  return bits;
}

/** All positions but these. */
export function invertBits(bits: Bits, positions: number): Bits {
  const inverted = bits.map((word) => ~word);
  const rest = positions & 31;
  const last = inverted.length - 1;
  if (rest !== 0 && last >= 0) inverted[last] = (inverted[last] ?? 0) & ((1 << rest) - 1);
  return inverted;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let index = 0; index < bits.length; index++) {
    let word = bits[index] ?? 0;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return count;
}

export function listPositions(bits: Bits): number[] {
  const positions: number[] = [];
  for (let index = 0; index < bits.length; index++)
    for (let word = bits[index] ?? 0; word !== 0; word &= word - 1)
      positions.push(index * 32 + 31 - Math.clz32(word & -word));
  return positions;
}

/**
 * Bits that one evaluation after the other writes to. Every search combines hundreds of them: new ones each time would
 * keep the garbage collector busy.
 */
export class Scratch {
  readonly #arrays: Bits[] = [];
  #used = 0;

  /** All may be written again. */
  reset(): this {
    this.#used = 0;
    return this;
  }

  /** Of at least this many words, with any contents. */
  take(words: number): Bits {
    const index = this.#used++;
    const bits = this.#arrays[index];
    if (bits && bits.length >= words) return bits;
    return (this.#arrays[index] = new Uint32Array(Math.max(words, SCRATCH_WORDS)));
  }
}
/** Those of a full segment. */
const SCRATCH_WORDS = 2_048;

/** Combines the lists of one segment. */
export class Evaluator {
  readonly #live: Bits;
  readonly #lists: ReadonlyMap<string, List>;
  readonly #scratch: Scratch;
  /** Conditions of several tiers are the same objects. */
  readonly #kept = new Map<Condition, Bits | null>();

  /** What was evaluated with the same scratch before is overwritten. */
  constructor(live: Bits, lists: ReadonlyMap<string, List>, scratch: Scratch) {
    this.#live = live;
    this.#lists = lists;
    this.#scratch = scratch.reset();
  }

  /**
   * The jobs that have it; null for none. They may include jobs that are not live. As many words as those of live jobs
   * count, and they must not be changed.
   */
  evaluate(condition: Condition): Bits | null {
    const kept = this.#kept.get(condition);
    if (kept !== undefined) return kept;
    const bits = this.#combine(condition);
    this.#kept.set(condition, bits);
    return bits;
  }

  #combine(condition: Condition): Bits | null {
    if (typeof condition === 'string') return this.#readToken(condition);
    if ('not' in condition) {
      const bits = this.evaluate(condition.not);
      return bits === null ? this.#live : this.#exclude(bits);
    }
    return 'all' in condition ? this.#evaluateAll(condition.all) : this.#evaluateAny(condition.any);
  }

  #evaluateAll(conditions: readonly Condition[]): Bits | null {
    let result: Bits | null = this.#live;
    for (const condition of conditions) {
      const bits = this.evaluate(condition);
      if (bits === null) return null;
      if (bits === this.#live) continue;
      result = result === this.#live ? bits : this.#intersect(result, bits);
      if (result === null) return null;
    }
    return result;
  }

  #evaluateAny(conditions: readonly Condition[]): Bits | null {
    let result: Bits | null = null;
    for (const condition of conditions) {
      const bits = this.evaluate(condition);
      if (bits !== null) result = result === null ? bits : this.#unite(result, bits);
    }
    return result;
  }

  #readToken(token: string): Bits | null {
    const list = this.#lists.get(token);
    if (list === undefined || list.length === 0) return null;
    if (list instanceof Uint32Array) return list;
    const words = this.#live.length;
    return fillBits(list, this.#scratch.take(words).fill(0, 0, words));
  }

  #intersect(one: Bits, other: Bits): Bits | null {
    const words = this.#live.length;
    const result = this.#scratch.take(words);
    let some = 0;
    for (let index = 0; index < words; index++)
      some |= result[index] = (one[index] ?? 0) & (other[index] ?? 0);
    return some === 0 ? null : result;
  }

  /** From the live jobs. */
  #exclude(excluded: Bits): Bits | null {
    const words = this.#live.length;
    const result = this.#scratch.take(words);
    let some = 0;
    for (let index = 0; index < words; index++)
      some |= result[index] = (this.#live[index] ?? 0) & ~(excluded[index] ?? 0);
    return some === 0 ? null : result;
  }

  #unite(one: Bits, other: Bits): Bits {
    const words = this.#live.length;
    const result = this.#scratch.take(words);
    for (let index = 0; index < words; index++) result[index] = (one[index] ?? 0) | (other[index] ?? 0);
    return result;
  }
}
