import type { EventPostings } from '@fws/contract/platform/lifecycle';
import type { PostingKind } from '@fws/contract/platform/posting-kinds';
import { beforeCommit, type Tx } from './db/index.ts';

// Before a transaction commits, its postings are compared with the events of lifecycles that took place in it. Otherwise a
// state could change without its money, or money move without its state. This costs no statement.

/** What is needed of a lifecycle. */
interface Postings {
  name: string;
  alsoPosted?: readonly PostingKind[];
  events: Readonly<Record<string, EventPostings>>;
}

/** How many records an event changed, and for how many it had taken place already. */
interface EventCount {
  changed: number;
  repeated: number;
}

interface Notes {
  postings: Map<PostingKind, number>;
  events: Map<Postings, Map<string, EventCount>>;
}

const listPosts = ({ posts }: EventPostings): readonly PostingKind[] =>
  typeof posts === 'string' ? [posts] : (posts ?? []);

/** The lifecycles of which an event must go with a posting of that kind. */
const lifecycles = new Map<PostingKind, Set<Postings>>();

/** From now on, what the lifecycle's events name is not posted without them. */
export function requireEvents(lifecycle: Postings): void {
  for (const event of Object.values(lifecycle.events))
    for (const kind of [...listPosts(event), ...(event.mayPost ?? [])])
      if (!lifecycle.alsoPosted?.includes(kind))
        lifecycles.set(kind, (lifecycles.get(kind) ?? new Set()).add(lifecycle));
}

const notes = new WeakMap<Tx, Notes>();

function getNotes(tx: Tx): Notes {
  const known = notes.get(tx);
  if (known) return known;
  const added: Notes = { postings: new Map(), events: new Map() };
  notes.set(tx, added);
  beforeCommit(tx, async () => compare(added));
  return added;
}

/** The ledger calls this for every transaction that it posted. */
export function notePosting(tx: Tx, kind: PostingKind): void {
  const { postings } = getNotes(tx);
  postings.set(kind, (postings.get(kind) ?? 0) + 1);
}

/** Transition functions call this for every event. */
export function noteEvent(tx: Tx, lifecycle: Postings, event: string, count: EventCount): void {
  const { posts, mayPost } = lifecycle.events[event] ?? {};
  if (posts === undefined && mayPost === undefined) return;
  const { events } = getNotes(tx);
  const counts = events.get(lifecycle) ?? new Map<string, EventCount>();
  const { changed, repeated } = counts.get(event) ?? { changed: 0, repeated: 0 };
  counts.set(event, { changed: changed + count.changed, repeated: repeated + count.repeated });
  events.set(lifecycle, counts);
}

function compare({ postings, events }: Notes): void {
  for (const [lifecycle, counts] of events)
    for (const [event, { changed }] of counts)
      if (changed > 0) requirePostings(lifecycle, event, { counts, postings });
  for (const [kind, posted] of postings)
    for (const lifecycle of lifecycles.get(kind) ?? []) {
      const records = countRecords(lifecycle, kind, events.get(lifecycle));
      if (posted > records)
        throw new Error(
          `${lifecycle.name}: postings of "${kind}": ${posted}, records with an event that names it: ${records}`,
        );
    }
}

function requirePostings(
  lifecycle: Postings,
  event: string,
  { counts, postings }: { counts: ReadonlyMap<string, EventCount>; postings: Notes['postings'] },
): void {
  const { posts } = lifecycle.events[event] ?? {};
  if (posts === undefined) return;
  const kinds = listPosts({ posts });
  const posted = kinds.reduce((sum, kind) => sum + (postings.get(kind) ?? 0), 0);
  // Several events may share a kind, so each record of all of them needs its own posting.
  const needed = typeof posts === 'string' ? countChanged(lifecycle, posts, counts) : 1;
  if (posted < needed)
    throw new Error(
      `${lifecycle.name}: "${event}" needs postings of "${kinds.join('" or "')}": ${needed}, found: ${posted}`,
    );
}

/** The records that events changed which need a posting of that kind each. */
const countChanged = (
  { events }: Postings,
  kind: PostingKind,
  counts: ReadonlyMap<string, EventCount>,
): number =>
  [...counts].reduce((sum, [event, { changed }]) => sum + (events[event]?.posts === kind ? changed : 0), 0);

/** The records that a posting of that kind can belong to. What may be posted also belongs to a repeated event. */
function countRecords(
  { events }: Postings,
  kind: PostingKind,
  counts: ReadonlyMap<string, EventCount> = new Map(),
): number {
  let records = 0;
  for (const [event, { changed, repeated }] of counts) {
    const postings = events[event] ?? {};
    if (listPosts(postings).includes(kind)) records += changed;
    else if (postings.mayPost?.includes(kind)) records += changed + repeated;
  }
  return records;
}
