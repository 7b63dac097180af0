import { Difference } from './difference.ts';
import type { Expected } from './expected.ts';
import type { Verdict } from './state.ts';
import type { Fault } from '../support/product/outside.ts';
import type { World } from './world.ts';

/** A command to run, with its model and world. */
export interface CommandContext {
  model: Expected;
  world: World;
  /** Three random integers from 0 to 999. */
  a: number;
  b: number;
  c: number;
  /** The variant that was tried, where the tally should show it. */
  variant?: string;
}

/** `idle`: the command had no object to act on. */
export type CommandResult = Verdict | 'idle';
export type Action = (context: CommandContext) => Promise<CommandResult>;

export const pick = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];

export const expectVerdict = (label: string, expected: Verdict, answer: { ok: boolean }): Verdict => {
  const actual = answer.ok ? 'done' : 'refused';
  if (actual !== expected)
    throw new Difference(`${label} was ${actual}, not ${expected}: ${JSON.stringify(answer)}`);
  return actual;
};

export const PORT_FAULTS: readonly (readonly Fault[])[] = [[], [], [], ['down'], ['lost'], ['limited']];
