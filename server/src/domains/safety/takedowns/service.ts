import type { Takedown } from '@fws/contract/safety/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { getOwner } from '../owners.ts';
import { isAuthor } from '../policy.ts';
import { calculateAnswerTime, mayAppeal } from '../rules.ts';
import { findCase, listTakedowns, lockCase, updateCase, wasHidden, type CaseRow } from '../store.ts';
import { toTakedown } from '../view.ts';

export async function listOwnTakedowns(
  deps: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<Takedown>>> {
  const page = await loadPageByTime(
    params,
    (after) => listTakedowns(deps.db, userId, { after, limit: params.limit }),
    (row) => [row.decided_at ?? row.opened_at, row.id],
  );
  if (!page.ok) return page;
  const now = deps.ports.clock.now();
  const { rows, nextCursor } = page.value;
  return done({ items: rows.map((row) => toTakedown(row, null, now)), nextCursor });
}

export async function readTakedown(deps: Deps, userId: number, id: number): Promise<Outcome<Takedown>> {
  const row = await findCase(deps.db, id);
  if (!row || !isOwnTakedown(row, userId)) return refuse('not_found', 'safety.takedown_unknown');
  return done(await present(deps, row));
}

const isOwnTakedown = (row: CaseRow, userId: number): boolean => isAuthor(row, userId) && wasHidden(row);

async function present({ db, ports }: Deps, row: CaseRow): Promise<Takedown> {
  const content = await getOwner(row.subject_type).read(db, row.subject_id);
  return toTakedown(row, content?.path ?? null, ports.clock.now());
}

/** Once for each decision. Repeating the same text changes nothing. */
export async function appeal(
  deps: Deps,
  userId: number,
  { takedownId, text }: { takedownId: number; text: string },
): Promise<Outcome<Takedown>> {
  const now = deps.ports.clock.now();
  const appealed = await inTx(deps.db, async (tx): Promise<Outcome<CaseRow>> => {
    const row = await lockCase(tx, takedownId);
    if (!row || !isOwnTakedown(row, userId)) return refuse('not_found', 'safety.takedown_unknown');
    if (row.appeal_text === text) return done(row);
    const ability = mayAppeal(row, now);
    if (!ability.allowed) return refuse('conflict', ability.reason);
    const change = { appeal_text: text, appealed_at: now, appeal_due_at: calculateAnswerTime(now) };
    await publish(tx, { users: [userId], topic: 'safety', id: row.id });
    return done(await updateCase(tx, row.id, change));
  });
  return appealed.ok ? done(await present(deps, appealed.value)) : appealed;
}
