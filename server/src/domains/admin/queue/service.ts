import {
  QUEUE_PERMISSIONS,
  type QueueCounts,
  type QueueItem,
  type QueueKind,
} from '@fws/contract/admin/queue/model';
import type { Page } from '@fws/contract/platform/call';
import { may, type Role } from '@fws/contract/platform/permissions';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { decodeCursor, pageOf, type PageAsked } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/domain.ts';
import { countsOf, queueOf, type QueuePlace, type QueueRow } from './store.ts';

const KINDS = Object.keys(QUEUE_PERMISSIONS) as QueueKind[];
const kindsFor = (role: Role): QueueKind[] => KINDS.filter((kind) => may(role, QUEUE_PERMISSIONS[kind]));

export async function readQueue(
  deps: Deps,
  role: Role,
  { kind, limit, cursor }: PageAsked & { kind: string },
): Promise<Outcome<Page<QueueItem>>> {
  const after = cursor === null ? null : placeIn(cursor);
  if (cursor !== null && after === null) return refuse('malformed', 'common.cursor_invalid');
  const kinds = kindsFor(role).filter((one) => kind === '' || one === kind);
  // An unknown kind, or one that the role may not see, returns an empty list.
  if (kinds.length === 0) return done({ items: [], nextCursor: null });
  const found = await queueOf(deps.db, kinds, { after, limit });
  const { rows, nextCursor } = pageOf(found, limit, (row) => [
    `${row.due_at.toISOString()} ${row.kind}`,
    row.id,
  ]);
  return done({ items: rows.map(itemOf), nextCursor });
}

function placeIn(cursor: string): QueuePlace | null {
  const key = decodeCursor(cursor);
  const [time = '', kind = ''] = key?.[0].split(' ') ?? [];
  const dueAt = new Date(time);
  if (!key || Number.isNaN(dueAt.getTime()) || !KINDS.some((one) => one === kind)) return null;
  return { dueAt, kind, id: key[1] };
}

const itemOf = (row: QueueRow): QueueItem => ({
  kind: row.kind,
  id: row.id,
  title: row.title,
  reference: row.reference,
  amountPaise: row.amount_paise,
  since: row.since.toISOString(),
  dueAt: row.due_at.toISOString(),
});

export async function countQueue(deps: Deps, role: Role): Promise<Outcome<QueueCounts>> {
  const kinds = kindsFor(role);
  const counts = await countsOf(deps.db, kinds);
  return done({ counts: kinds.map((kind) => ({ kind, waiting: counts.get(kind) ?? 0 })) });
}
