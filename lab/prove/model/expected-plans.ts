import { ExpectedEndings } from './expected-endings.ts';
import { CHANGE_MS, sum, type Milestone, type PlanProposal, type Verdict } from './state.ts';
import { isClaimed, isOpen } from './visit.ts';
import { createWait, createWaiting } from './waits.ts';

const TURNS_MAX = 6;
const MILESTONES_MAX = 20;
/** The provider takes no payment below one rupee. */
const LEAST_PAISE = 100;

export const createMilestone = (paise: number, kind: Milestone['kind'] = 'work'): Milestone => ({
  id: 0,
  kind,
  paise,
  fund: 'unfunded',
  work: 'not_started',
  held: false,
  wait: createWait(),
  waiting: createWaiting(),
  releasedPaise: null,
  split: null,
  splitVersion: 0,
});

/** Changes of the plan: what nobody has paid for becomes what both sides agree on. */
export class ExpectedPlans extends ExpectedEndings {
  proposeChange(proposal: PlanProposal, caller: number, now: number): Verdict {
    const side = this.getSide(caller);
    if (!side || !this.takesMoney || this.change || !this.#canBe(proposal)) return 'refused';
    this.change = { id: null, turns: 1, side, dueAt: now + CHANGE_MS, proposal };
    return 'done';
  }

  /** Before a visit its fee stays as it is, and the milestone that it begins stays. */
  #isKeptForVisit({ id, kind }: Milestone, { edits, removed }: PlanProposal): boolean {
    const { visit } = this;
    if (!visit || id !== this.milestones[0]?.id || !(isOpen(visit) || isClaimed(visit))) return false;
    return removed.includes(id) || (kind === 'visit' && edits.some((edit) => edit.id === id));
  }

  /** Milestones that it names are untouched, all amounts can be paid, and something is left to pay. */
  #canBe(proposal: PlanProposal): boolean {
    const { edits, removed, added } = proposal;
    if (this.milestones.some((milestone) => this.#isKeptForVisit(milestone, proposal))) return false;
    const touched = [...edits.map(({ id }) => id), ...removed].map((id) =>
      this.milestones.find((milestone) => milestone.id === id),
    );
    if (touched.length + added.length === 0) return false;
    if (!touched.every((milestone) => milestone?.fund === 'unfunded' && milestone.work === 'not_started'))
      return false;
    if ([...edits.map(({ paise }) => paise), ...added].some((paise) => paise < LEAST_PAISE)) return false;
    const live = this.milestones.filter(({ id, fund }) => fund !== 'removed' && !removed.includes(id));
    if (added.length > 0 && live.length + added.length > MILESTONES_MAX) return false;
    const isToPay = ({ fund }: Milestone) =>
      fund === 'unfunded' || fund === 'funding_pending' || fund === 'funded' || fund === 'accepted';
    return added.length > 0 || live.some(isToPay);
  }

  answerChange(
    given: { answer: 'agree' | 'counter' | 'refuse' | 'withdraw'; version: number; proposal: PlanProposal },
    caller: number,
    now: number,
  ): Verdict {
    const { change } = this;
    const side = this.getSide(caller);
    if (!change || !side || change.dueAt <= now || given.version !== change.turns) return 'refused';
    if ((given.answer === 'withdraw') !== (change.side === side)) return 'refused';
    if (given.answer === 'refuse' || given.answer === 'withdraw') {
      this.change = null;
      return 'done';
    }
    if (given.answer === 'agree') {
      if (!this.#canBe(change.proposal)) return 'refused';
      this.#apply(change.proposal);
      this.change = null;
      return 'done';
    }
    if (change.turns >= TURNS_MAX || !this.#canBe(given.proposal)) return 'refused';
    const { id, turns } = change;
    this.change = { id, turns: turns + 1, side, dueAt: now + CHANGE_MS, proposal: given.proposal };
    return 'done';
  }

  #apply({ edits, removed, added }: PlanProposal): void {
    for (const milestone of this.milestones) {
      const edit = edits.find(({ id }) => id === milestone.id);
      if (edit) milestone.paise = edit.paise;
      if (removed.includes(milestone.id)) milestone.fund = 'removed';
    }
    this.milestones.push(...added.map((paise) => createMilestone(paise)));
  }

  lapseChange(changeId: number, now: number): void {
    if (this.change?.id === changeId && this.change.dueAt <= now) this.change = null;
  }

  get totalPaise(): number {
    return sum(this.milestones.filter(({ fund }) => fund !== 'removed').map(({ paise }) => paise));
  }
}
