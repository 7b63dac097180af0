import { isDeepStrictEqual } from 'node:util';
import { pick } from './action.ts';
import { Difference } from './difference.ts';
import type { Expected } from './expected.ts';

/** Sends a command once, twice in sequence, or twice in parallel. One key must take effect once and answer the same. */
export async function callWithKey<Out>(
  times: number,
  key: string,
  command: (key: string) => Promise<{ ok: boolean } & Out>,
): Promise<{ ok: boolean } & Out> {
  if (times === 0) return command(key);
  const [first, second] =
    times === 1 ? [await command(key), await command(key)] : await Promise.all([command(key), command(key)]);
  // A stored answer is JSON, whose keys return in another order.
  const toPlainJson = (answer: unknown): unknown => JSON.parse(JSON.stringify(answer));
  if (first.ok !== second.ok || (first.ok && !isDeepStrictEqual(toPlainJson(first), toPlainJson(second))))
    throw new Difference(`the same key was answered ${JSON.stringify(first)} and ${JSON.stringify(second)}`);
  return first;
}

/** Usually the allowed caller, sometimes another person. */
export const pickCaller = (model: Expected, allowedCaller: number, c: number): number => {
  const { poster, workers, outsider } = model.people;
  return c % 10 === 9
    ? (pick([poster, ...workers, outsider], Math.floor(c / 10)) ?? outsider)
    : allowedCaller;
};
