import type { Side } from '@fws/contract/contracts/model';
import type { ChangeOrder, ChangeRow, Contract } from '@fws/contract/contracts/schemas';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { Page } from '@fws/contract/platform/call';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import type { Locale, SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { translateIfId } from '../../../platform/messages.ts';
import {
  findContractParties,
  findSide,
  listMilestones,
  type ContractParties,
  type MilestoneRow,
} from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { findSuspendedSide } from '../facts.ts';
import { getNextPosition, toChangeFacts, toPartFacts, toPlans, type StoredPlan } from './facts.ts';
import {
  compareParts,
  findAnswerAbilities,
  findPartObstacle,
  findPlanObstacle,
  sumPaise,
  type PartFacts,
} from './rules.ts';
import {
  findChange,
  findContractPlan,
  listChangesOfJob,
  listChangeTurns,
  listPlanVersions,
  type ChangeOrderRow,
  type ChangeTurnRow,
  type ContractPlan,
} from './store.ts';

interface Reader {
  callerId: number;
  locale: Locale;
}

/** The changes of a job's plan, newest first; `not_found` for anybody but its two sides. */
export async function listChanges(
  deps: Pick<Deps, 'db' | 'ports'>,
  { jobId, ...page }: PageRequest & { jobId: number },
  { callerId, locale }: Reader,
): Promise<Outcome<Page<ChangeOrder>>> {
  const parties = await findContractParties(deps.db, jobId);
  const side = parties && findSide(parties, callerId);
  if (!side) return refuse('not_found', 'contracts.not_found');
  const loaded = await loadPageByTime(
    page,
    (after) => listChangesOfJob(deps.db, jobId, { after, limit: page.limit + 1 }),
    (row) => [row.opened_at, row.id],
  );
  if (!loaded.ok) return loaded;
  const { rows, nextCursor } = loaded.value;
  const items = await presentChanges(deps, parties, rows, { side, locale });
  return done({ items, nextCursor });
}

/** One change, after its command. */
export async function readChange(
  deps: Pick<Deps, 'db' | 'ports'>,
  changeId: number,
  { callerId, locale }: Reader,
): Promise<Outcome<ChangeOrder>> {
  const row = await findChange(deps.db, changeId);
  const parties = row && (await findContractParties(deps.db, row.job_id));
  const side = parties && findSide(parties, callerId);
  const [change] = row && side ? await presentChanges(deps, parties, [row], { side, locale }) : [];
  return change ? done(change) : refuse('not_found', 'contracts.change_not_found');
}

/** What a change is shown with, of the job and its two sides. */
interface ShownJob {
  plans: readonly StoredPlan[];
  parts: readonly PartFacts[];
  /** Why no plan can change now. */
  obstacle: SharedMessageId | null;
  side: Side;
  locale: Locale;
  now: Date;
}

async function presentChanges(
  { db, ports }: Pick<Deps, 'db' | 'ports'>,
  parties: ContractParties,
  rows: readonly ChangeOrderRow[],
  { side, locale }: { side: Side; locale: Locale },
): Promise<ChangeOrder[]> {
  if (rows.length === 0) return [];
  const jobId = parties.job_id;
  const [turns, versions, milestones, contract, people] = await Promise.all([
    listChangeTurns(
      db,
      jobId,
      rows.map(({ id }) => id),
    ),
    listPlanVersions(db, jobId),
    listMilestones(db, jobId),
    findContractPlan(db, jobId),
    loadPeople(db, [parties.poster_id, parties.worker_id]),
  ]);
  const shown: ShownJob = {
    plans: toPlans(versions, milestones, contract),
    parts: milestones.map(toPartFacts),
    obstacle: findPlanObstacle(contract.state, findSuspendedSide(parties, side, people)),
    side,
    locale,
    now: ports.clock.now(),
  };
  return rows.map((row) =>
    toChangeOrder(
      row,
      turns.filter(({ change_id: id }) => id === row.id),
      shown,
    ),
  );
}

function toChangeOrder(
  change: ChangeOrderRow,
  turns: readonly ChangeTurnRow[],
  { plans, parts, obstacle, side, locale, now }: ShownJob,
): ChangeOrder {
  const before = plans.find(({ version }) => version === change.plan_version);
  const last = turns.at(-1);
  if (!before || !last) throw new Error(`change ${change.id} lacks its plan or its proposal`);
  const after = plans.find(({ version }) => version === change.plan_version + 1);
  const agreedParts = change.state === 'agreed' ? (after?.parts ?? []) : [];
  const nextPosition = getNextPosition(plans, change.plan_version);
  const name = (text: string | null) => text && translateIfId(locale, text);
  const rows = compareParts(before.parts, last.changes, nextPosition).map((row): ChangeRow => ({
    ...row,
    milestoneId:
      row.milestoneId ?? agreedParts.find(({ position }) => position === row.position)?.milestoneId ?? null,
    nameBefore: name(row.nameBefore),
    name: name(row.name),
  }));
  return {
    id: change.id,
    jobId: change.job_id,
    state: change.state,
    side: change.side,
    version: change.turns,
    planVersion: change.plan_version,
    openedAt: change.opened_at.toISOString(),
    dueAt: change.due_at.toISOString(),
    closedAt: change.closed_at?.toISOString() ?? null,
    rows,
    totalBeforePaise: sumPaise(rows.map(({ amountBeforePaise }) => amountBeforePaise)),
    totalPaise: last.total_paise,
    finishByBefore: before.finish_by,
    finishBy: last.finish_by ?? before.finish_by,
    turns: turns.map((turn) => ({
      side: turn.side,
      note: turn.note,
      at: turn.at.toISOString(),
      totalPaise: turn.total_paise,
      finishBy: turn.finish_by ?? before.finish_by,
    })),
    ...findAnswerAbilities(toChangeFacts(change, now), side, {
      ofPlan: obstacle,
      ofParts: findPartObstacle(parts, last.changes),
    }),
  };
}

/** What the screen of a contract says of changes. */
export async function readChangeSummary(
  db: Db,
  {
    contract,
    milestones,
  }: { contract: ContractPlan & { job_id: number }; milestones: readonly MilestoneRow[] },
  { state, side, suspended }: { state: JobState; side: Side; suspended: Side | null },
): Promise<Contract['change']> {
  const jobId = contract.job_id;
  // A change is proposed only while none is open, so that an open one is the newest.
  const [versions, newest] = await Promise.all([
    listPlanVersions(db, jobId),
    listChangesOfJob(db, jobId, { after: null, limit: 2 }),
  ]);
  const open = newest.find(({ closed_at: closedAt }) => closedAt === null);
  const plans = toPlans(versions, milestones, contract);
  const { version: planVersion } = plans.at(-1) ?? plans[0];
  const [last] = open ? (await listChangeTurns(db, jobId, [open.id])).slice(-1) : [];
  return {
    planVersion,
    nextPosition: getNextPosition(plans, planVersion),
    propose: findProposeAbility(findPlanObstacle(state, suspended), open?.side, side),
    open:
      open && last
        ? {
            id: open.id,
            side: open.side,
            totalPaise: last.total_paise,
            dueAt: open.due_at.toISOString(),
          }
        : null,
    hasEarlier: newest.some(({ closed_at: closedAt }) => closedAt !== null),
  };
}

function findProposeAbility(
  obstacle: SharedMessageId | null,
  openSide: Side | undefined,
  side: Side,
): Ability {
  if (obstacle) return { allowed: false, reason: obstacle };
  return allowIf(
    openSide === undefined,
    openSide === side ? 'contracts.change_yours' : 'contracts.change_open',
  );
}
