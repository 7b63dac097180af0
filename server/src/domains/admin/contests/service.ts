import type { ContestCase } from '@fws/contract/admin/contests/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { ContestDecision } from '@fws/contract/reliability/model';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findContractParties, getOtherSideId } from '../../escrow/index.ts';
import { loadPeople, type PersonRow } from '../../profile/index.ts';
import { decideContest, findContest } from '../../reliability/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';

/** What is said is for FWS alone, so reading it is recorded. */
export function readCase(deps: Deps, adminId: number, contestId: number): Promise<Outcome<ContestCase>> {
  return inTx(deps.db, async (tx): Promise<Outcome<ContestCase>> => {
    const found = await presentCase(tx, contestId);
    if (!found) return refuse('not_found', 'admin.contest_unknown');
    const act = { adminId, act: 'viewed', subject: 'contest', subjectId: contestId };
    await recordAuditEntry(tx, act, deps.ports.clock.now());
    const mayDecide = await readImpartiality(tx, adminId, 'contest', contestId);
    if (mayDecide.allowed) return done({ ...found, mayDecide });
    // Staff who were the other side of the job do not read what is said of it.
    const decided = found.decided && { ...found.decided, words: '' };
    return done({ ...found, text: '', decided, mayDecide });
  });
}

const toNamed = (people: ReadonlyMap<number, PersonRow>, id: number) => ({
  id,
  name: people.get(id)?.name ?? '',
});

async function presentCase(tx: Tx, id: number): Promise<Omit<ContestCase, 'mayDecide'> | null> {
  const row = await findContest(tx, id);
  const contract = row && (await findContractParties(tx, row.job_id));
  if (!row || !contract || !row.contested_at || !row.contest_due_at) return null;
  const otherId = getOtherSideId(contract, row.user_id);
  const deciders = row.decided_by === null ? [] : [row.decided_by];
  const people = await loadPeople(tx, [row.user_id, otherId, ...deciders]);
  return {
    id: row.id,
    job: { id: row.job_id, number: row.number, title: row.title },
    side: row.side,
    by: toNamed(people, row.user_id),
    other: toNamed(people, otherId),
    outcome: row.outcome,
    reason: row.reason,
    writtenAt: row.written_at.toISOString(),
    ending: await findEnding(tx, row.job_id),
    text: row.contest_text,
    sentAt: row.contested_at.toISOString(),
    dueAt: row.contest_due_at.toISOString(),
    state: row.state,
    decided:
      row.decided_at && row.decided_by !== null
        ? {
            words: row.words,
            by: toNamed(people, row.decided_by).name,
            at: row.decided_at.toISOString(),
          }
        : null,
  };
}

async function findEnding(db: Db | Tx, jobId: number): Promise<ContestCase['ending']> {
  const row = await db
    .selectFrom('job_ending')
    .select(['side', 'comment', 'started_at'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row ? { side: row.side, comment: row.comment, at: row.started_at.toISOString() } : null;
}

const ACTS = { lift: 'contest_lifted', uphold: 'contest_upheld' } as const satisfies Record<
  ContestDecision,
  string
>;

export function decide(
  deps: Deps,
  adminId: number,
  command: { contestId: number; decision: ContestDecision; words: string },
): Promise<Outcome<null>> {
  const cause = { by: { role: 'admin', userId: adminId }, at: deps.ports.clock.now() } as const;
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const decided = await decideContest(tx, command, cause);
    if (!decided.ok) return decided;
    const { contestId, decision, words } = command;
    const entry = { adminId, act: ACTS[decision], subject: 'contest', subjectId: contestId, reason: words };
    await recordAuditEntry(tx, entry, cause.at);
    return done(null);
  });
}
