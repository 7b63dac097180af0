import { answerChange, awardedJob, changeList, proposeChange } from '@fws/contract/contracts/calls';
import type { ChangeAnswer } from '@fws/contract/contracts/change-orders/model';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import type { TestUser } from './user.ts';
import { toIstDate } from '@fws/contract/platform/dates';
import { inTx } from '../src/platform/db/index.ts';
import { enqueue } from '../src/platform/queue/index.ts';
import { listNotifications } from './notifications/in-app.ts';
import { setUpSides } from './sides.ts';
import { getMilestoneAt } from './story.ts';
import type { World } from './world.ts';

const DAY_MS = 24 * 3600_000;

/** A row of a wanted plan: the milestone's id, or null for a new one; its name; its amount in rupees. */
type WantedRow = readonly [milestoneId: number | null, name: string, rupees: string];

export interface Wanted {
  rows?: readonly WantedRow[];
  removed?: readonly number[];
  finishBy?: string;
  note?: string;
}

const toWantedValues = ({ rows = [], removed = [], finishBy = '', note = '' }: Wanted) => ({
  milestoneIds: rows.map(([id]) => (id === null ? '' : String(id))),
  milestoneNames: rows.map(([, name]) => name),
  milestoneAmountTexts: rows.map(([, , rupees]) => rupees),
  removedIds: removed.map(String),
  finishBy,
  note,
});

export const toChangeProposal = (contract: Pick<Contract, 'jobId'>, wanted: Wanted, planVersion = '') => ({
  jobId: String(contract.jobId),
  ...toWantedValues(wanted),
  planVersion,
});

export const toChangeAnswer = (
  change: Pick<ChangeOrder, 'id' | 'version'>,
  answer: ChangeAnswer,
  wanted: Wanted = {},
) => ({
  changeId: String(change.id),
  answer,
  version: String(change.version),
  ...toWantedValues(wanted),
});

export const propose = (
  by: TestUser,
  contract: Pick<Contract, 'jobId'>,
  wanted: Wanted,
): Promise<ChangeOrder> => by.done(proposeChange, toChangeProposal(contract, wanted));

export const answer = (
  by: TestUser,
  change: Pick<ChangeOrder, 'id' | 'version'>,
  given: ChangeAnswer,
  wanted: Wanted = {},
): Promise<ChangeOrder> => by.done(answerChange, toChangeAnswer(change, given, wanted));

/** Proposes a change by one side, and agrees to it by the other. */
export async function changeBothAgree(
  { from, to }: { from: TestUser; to: TestUser },
  contract: Pick<Contract, 'jobId'>,
  wanted: Wanted,
): Promise<Contract> {
  await answer(to, await propose(from, contract, wanted), 'agree');
  return from.done(awardedJob, { jobId: String(contract.jobId) });
}

/** A new milestone. */
export const LOFT: Wanted = { rows: [[null, 'Loft shutters', '900']] };

export const getMilestoneId = (contract: Contract, position: number): number =>
  getMilestoneAt(contract, position).milestoneId;

/** The two sides of the tests of a file, and what they read of a contract. By default the poster reads. */
export function setUpChanges(assign: Parameters<typeof setUpSides>[0]) {
  let world: World;
  let poster: TestUser;
  setUpSides(
    (fixture) => {
      ({ world, poster } = fixture);
      assign(fixture);
    },
    { worker: { identity: 'verified' } },
  );
  const read = (contract: Contract, by = poster) => by.done(awardedJob, { jobId: String(contract.jobId) });
  const list = async (contract: Contract, by = poster) =>
    (await by.done(changeList, { jobId: String(contract.jobId) })).items;
  const inDays = (days: number) => toIstDate(new Date(world.clock.now().getTime() + days * DAY_MS));
  const countNotices = async (user: TestUser, type: string) =>
    (await listNotifications(world, user, type)).length;
  const runTimers = async () => {
    await inTx(world.db, (tx) => enqueue(tx, 'watch_changes', {}));
    await world.drain();
  };
  return { read, list, inDays, countNotices, runTimers };
}
