import type { DatedState } from '@fws/contract/admin/settings/model';

/** Of what is dated: the newest that has begun holds; of two for the same moment the later one counts. */
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
