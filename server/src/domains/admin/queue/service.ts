import { QUEUE_PERMISSIONS, type QueueKind } from '@fws/contract/admin/queue/model';
import type { QueueCounts, QueueItem } from '@fws/contract/admin/queue/schemas';
import type { Page } from '@fws/contract/platform/call';
import { hasPermission, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeCursor, toPage, type PageRequest } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/domain.ts';
import { countWaiting, loadQueue, type QueuePosition, type QueueRow } from './store.ts';

const KINDS = Object.keys(QUEUE_PERMISSIONS) as QueueKind[];
const listPermittedKinds = (role: Role): QueueKind[] =>
  KINDS.filter((kind) => hasPermission(role, QUEUE_PERMISSIONS[kind]));

export async function readQueue(
  deps: Deps,
  role: Role,
  { kind, limit, cursor }: PageRequest & { kind: string },
): Promise<Outcome<Page<QueueItem>>> {
  const after = cursor === null ? null : decodePosition(cursor);
  if (cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const kinds = listPermittedKinds(role).filter((permittedKind) => kind === '' || permittedKind === kind);
  // An unknown kind, or one that the role may not see, returns an empty list.
  if (kinds.length === 0) return done({ items: [], nextCursor: null });
  const fetchedRows = await loadQueue(deps.db, kinds, { after, limit });
  const { rows, nextCursor } = toPage(fetchedRows, limit, (row) => [
    `${row.due_at.toISOString()} ${row.kind}`,
    row.id,
  ]);
  return done({ items: rows.map(toQueueItem), nextCursor });
}

function decodePosition(cursor: string): QueuePosition | null {
  const key = decodeCursor(cursor);
  const [time = '', kind = ''] = key?.[0].split(' ') ?? [];
  const dueAt = new Date(time);
  if (!key || Number.isNaN(dueAt.getTime()) || !KINDS.some((queueKind) => queueKind === kind)) return null;
  return { dueAt, kind, id: key[1] };
}

const toQueueItem = (row: QueueRow): QueueItem => ({
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
