import type { Issue } from '@fws/contract/disputes/schemas';

export type StepName = 'raised' | 'told' | 'papers' | 'review' | 'settled' | 'withdrawn';
export interface Step {
  name: StepName;
  state: 'done' | 'now' | 'ahead';
  /** When it happened, or when it is due: a timestamp or a date. */
  at: string | null;
}

type TimelineIssue = Pick<
  Issue,
  'state' | 'ending' | 'raisedAt' | 'closedAt' | 'documentsDueOn' | 'reviewDueOn' | 'abilities'
>;

/** The steps of a ticket: done, current and ahead. */
export function buildTimeline(issue: TimelineIssue): Step[] {
  const firstSteps: Step[] = [
    { name: 'raised', state: 'done', at: issue.raisedAt },
    { name: 'told', state: 'done', at: issue.raisedAt },
  ];
  if (issue.ending === 'withdrawn')
    return [...firstSteps, { name: 'withdrawn', state: 'done', at: issue.closedAt }];
  const isClosed = issue.state === 'closed';
  const takesDocuments = issue.abilities.addDocument.allowed;
  return [
    ...firstSteps,
    { name: 'papers', state: takesDocuments ? 'now' : 'done', at: issue.documentsDueOn },
    {
      name: 'review',
      state: isClosed ? 'done' : takesDocuments ? 'ahead' : 'now',
      at: isClosed ? null : issue.reviewDueOn,
    },
    { name: 'settled', state: isClosed ? 'done' : 'ahead', at: issue.closedAt },
  ];
}
