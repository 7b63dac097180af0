import type { DatedState } from '@fws/contract/admin/settings/model';

/** The newest row that is already effective is current. Of two rows for the same time the one with the higher id counts. */
export function toDatedStates(
  rows: readonly { id: number; at: string }[],
  now: string,
): Map<number, DatedState> {
  const newestFirst = rows.toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1));
  const states = new Map<number, DatedState>();
  let hasCurrent = false;
  let previousAt: string | undefined;
  for (const { id, at } of newestFirst) {
    const isReplaced = at === previousAt;
    previousAt = at;
    if (at > now) states.set(id, isReplaced ? 'past' : 'coming');
    else {
      states.set(id, hasCurrent ? 'past' : 'current');
      hasCurrent = true;
    }
  }
  return states;
}
