import type { DatedState } from '@fws/contract/admin/settings/model';

/** The newest row that is already effective is current. Of two rows for the same time the one with the higher id counts. */
export function statesOf(rows: readonly { id: number; at: string }[], now: string): Map<number, DatedState> {
  const newestFirst = rows.toSorted((one, other) =>
    one.at === other.at ? other.id - one.id : one.at < other.at ? 1 : -1,
  );
  const states = new Map<number, DatedState>();
  let hasCurrent = false;
  let seen: string | undefined;
  for (const { id, at } of newestFirst) {
    const isReplaced = at === seen;
    seen = at;
    if (at > now) states.set(id, isReplaced ? 'past' : 'coming');
    else {
      states.set(id, hasCurrent ? 'past' : 'current');
      hasCurrent = true;
    }
  }
  return states;
}
