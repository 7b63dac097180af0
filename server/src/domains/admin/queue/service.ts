import { QUEUE_PERMISSIONS, QUEUE_SUBJECTS, type QueueKind } from '@fws/contract/admin/queue/model';
import type { QueueCounts, QueueItem } from '@fws/contract/admin/queue/schemas';
import type { Page } from '@fws/contract/platform/call';
import { hasPermission, type Role } from '@fws/contract/platform/permissions';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { loadPage, type CursorKey, type PageRequest } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findOwnCases, toCaseKey } from '../own-cases/service.ts';
import { countWaiting, loadQueue, type QueuePosition, type QueueRow } from './store.ts';

const KINDS = Object.keys(QUEUE_PERMISSIONS) as QueueKind[];
const listPermittedKinds = (role: Role): QueueKind[] =>
  KINDS.filter((kind) => hasPermission(role, QUEUE_PERMISSIONS[kind]));

export async function readQueue(
  deps: Deps,
  { userId, role }: { userId: number; role: Role },
  { kind, ...request }: PageRequest & { kind: string },
): Promise<Outcome<Page<QueueItem>>> {
  const kinds = listPermittedKinds(role).filter((permittedKind) => kind === '' || permittedKind === kind);
  // An unknown kind, or one that the role may not see, returns an empty list.
  const page = await loadPage(
    request,
    async (after) =>
      kinds.length === 0
        ? []
        : loadQueue(deps.db, kinds, { after: after && toPosition(after), limit: request.limit }),
    (row) => [`${row.due_at.toISOString()} ${row.kind}`, row.id],
    (key) => toPosition(key) !== null,
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const ownCases = await findOwnCases(deps.db, userId, rows.flatMap(listSubject));
  const isOwn = (row: QueueRow) => listSubject(row).some((subject) => ownCases.has(toCaseKey(subject)));
  return done({ items: rows.map((row) => ({ ...toQueueItem(row), ownCase: isOwn(row) })), nextCursor });
}

function toPosition([sortKey, id]: CursorKey): QueuePosition | null {
  const [time = '', kindText = ''] = sortKey.split(' ');
  const dueAt = new Date(time);
  const kind = KINDS.find((queueKind) => queueKind === kindText);
  if (Number.isNaN(dueAt.getTime()) || kind === undefined) return null;
  return { dueAt, kind, id };
}

/** The case that the item is about; empty when it is nobody's. */
function listSubject({ kind, id }: QueueRow) {
  const subject = QUEUE_SUBJECTS[kind];
  return subject === null ? [] : [{ subject, id }];
}

const toQueueItem = (row: QueueRow): Omit<QueueItem, 'ownCase'> => ({
  kind: row.kind,
  id: row.id,
  title: row.title,
  reference: row.reference,
  amountPaise: row.amount_paise,
  since: row.since.toISOString(),
  dueAt: row.due_at.toISOString(),
});

export async function countQueue(deps: Deps, role: Role): Promise<Outcome<QueueCounts>> {
  const kinds = listPermittedKinds(role);
  const counts = await countWaiting(deps.db, kinds);
  return done({ counts: kinds.map((kind) => ({ kind, waiting: counts.get(kind) ?? 0 })) });
}
