import { Difference } from './compare.ts';
import type { Expected } from './expected.ts';
import type { Verdict } from './state.ts';
import type { Fault } from './outside.ts';
import type { World } from './world.ts';

/** A command about to be carried out. */
export interface Doing {
  model: Expected;
  world: World;
  /** Three whole numbers below a thousand. */
  a: number;
  b: number;
  c: number;
  /** Which way of it was tried, where the count of them should tell. */
  way?: string;
}

/** `idle`: there was nothing to do it to. */
export type Done = Verdict | 'idle';
export type Action = (doing: Doing) => Promise<Done>;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];

export const expectVerdict = (what: string, expected: Verdict, answer: { ok: boolean }): Verdict => {
  const real = answer.ok ? 'done' : 'refused';
  if (real !== expected)
    throw new Difference(`${what} was ${real}, not ${expected}: ${JSON.stringify(answer)}`);
  return real;
};

export const PORT_FAULTS: readonly (readonly Fault[])[] = [[], [], [], ['down'], ['lost'], ['limited']];
