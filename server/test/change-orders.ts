import { answerChange, awardedJob, proposeChange } from '@fws/contract/contracts/calls';
import type { ChangeAnswer } from '@fws/contract/contracts/change-orders/model';
import type { ChangeOrder, Contract } from '@fws/contract/contracts/schemas';
import type { TestUser } from './user.ts';

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
