import { ExpectedMoney } from './expected-money.ts';
import { DAY_MS, type ModelDispute, type Milestone, type Side, type Verdict } from './state.ts';
import { hold, liftHold } from './waits.ts';

/** Disputes hold the money of their milestones until they are withdrawn or settled. */
export class ExpectedDisputes extends ExpectedMoney {
  isDisputed(milestoneId: number): boolean {
    return this.disputes.some(({ state, held }) => state === 'open' && held.includes(milestoneId));
  }

  protected openDispute(
    raisedBy: number,
    origin: ModelDispute['origin'],
    { milestones, now }: { milestones: readonly Milestone[]; now: number },
  ): void {
    const ids = milestones.map(({ id }) => id);
    const withdrawn = origin === 'party' ? this.#listWithdrawn(raisedBy) : [];
    const held = ids.filter((id) => !withdrawn.includes(id));
    this.disputes.push({ id: null, raisedBy, state: 'open', ending: null, origin, milestones: ids, held });
    for (const milestone of milestones) if (held.includes(milestone.id)) hold(milestone, now);
  }

  protected findFee(): Milestone | undefined {
    return this.milestones.find(({ kind }) => kind === 'visit');
  }

  /** A person decides about the fee, or about everything that nobody has worked for if the poster claims. */
  protected disputeVisit(side: Side, now: number): void {
    const contested = this.milestones.filter(
      ({ fund, work, held, kind }) =>
        (fund === 'funded' || fund === 'accepted') &&
        !held &&
        work === 'not_started' &&
        (side === 'poster' || kind === 'visit'),
    );
    const raisedBy = side === 'poster' ? this.people.poster : (this.worker ?? 0);
    if (contested.length > 0) this.openDispute(raisedBy, 'visit', { milestones: contested, now });
  }

  /** The milestones about which this side withdrew a dispute that it had raised itself. */
  #listWithdrawn(raisedBy: number): number[] {
    return this.disputes
      .filter((dispute) => dispute.raisedBy === raisedBy && dispute.ending === 'withdrawn')
      .flatMap(({ milestones }) => milestones);
  }

  /** `milestoneIds`: null for all in escrow that are in no dispute. */
  raise(caller: number, milestoneIds: readonly number[] | null, now: number): Verdict {
    if (!this.getSide(caller)) return 'refused';
    if (this.job === 'cancelled' && (this.endedAt ?? 0) + 7 * DAY_MS < now) return 'refused';
    const free = this.milestones.filter(
      ({ id, fund }) => (fund === 'funded' || fund === 'accepted') && !this.isDisputed(id),
    );
    const chosen = milestoneIds ? free.filter(({ id }) => milestoneIds.includes(id)) : free;
    if (milestoneIds && chosen.length !== milestoneIds.length) return 'refused';
    if (chosen.length === 0 && this.disputes.some(({ state }) => state === 'open')) return 'refused';
    const withdrawn = this.#listWithdrawn(caller);
    const isWaiting = this.disputes.some(
      ({ raisedBy, state, milestones, held }) =>
        raisedBy === caller && state === 'open' && held.length < milestones.length,
    );
    if (isWaiting && chosen.some(({ id }) => withdrawn.includes(id))) return 'refused';
    this.openDispute(caller, 'party', { milestones: chosen, now });
    return 'done';
  }

  withdrawDispute(dispute: ModelDispute, caller: number, now: number): Verdict {
    if (!this.getSide(caller)) return 'refused';
    const { raisedBy, state, ending, origin } = dispute;
    if (ending === 'withdrawn' && raisedBy === caller) return 'done';
    if (state !== 'open' || raisedBy !== caller || (origin !== 'party' && origin !== 'visit'))
      return 'refused';
    Object.assign(dispute, { state: 'closed', ending: 'withdrawn' });
    this.#liftHolds(dispute, now);
    return 'done';
  }

  /** Except on milestones that a chargeback holds, which is open or lost. */
  #liftHolds(dispute: ModelDispute, now: number): void {
    for (const milestone of this.milestones)
      if (
        dispute.held.includes(milestone.id) &&
        this.listHoldingChargebacksOn(milestone.id).every(({ state }) => state === 'won')
      )
        liftHold(milestone, now);
  }

  /** What an admin has to divide in a dispute, without milestones whose chargeback is open. */
  listHeldFunds(dispute: ModelDispute): { id: number; paise: number }[] {
    return this.milestones
      .filter(({ id }) => dispute.held.includes(id))
      .filter((milestone) => milestone.held && (milestone.fund === 'funded' || milestone.fund === 'accepted'))
      .filter((milestone) =>
        this.listHoldingChargebacksOn(milestone.id).every(({ state }) => state !== 'open'),
      )
      .map((milestone) => ({ id: milestone.id, paise: this.getEscrowLeft(milestone) }));
  }

  settle(
    dispute: ModelDispute,
    parts: readonly { milestoneId: number; toWorkerPaise: number; toPosterPaise: number }[],
    bps: number,
    now: number,
  ): Verdict {
    if (dispute.state !== 'open') return 'refused';
    const funds = this.listHeldFunds(dispute);
    const isBalanced =
      parts.length === funds.length &&
      funds.every((fund) =>
        parts.some(
          (part) =>
            part.milestoneId === fund.id &&
            part.toWorkerPaise >= 0 &&
            part.toPosterPaise >= 0 &&
            part.toWorkerPaise + part.toPosterPaise === fund.paise,
        ),
      );
    if (!isBalanced) return 'refused';
    for (const { milestoneId, toWorkerPaise, toPosterPaise } of parts) {
      const milestone = this.milestones.find(({ id }) => id === milestoneId);
      if (!milestone) continue;
      if (toPosterPaise > 0) this.refund(milestone, toPosterPaise, bps);
      if (toWorkerPaise > 0) this.release(milestone, toWorkerPaise, now);
      liftHold(milestone, now);
    }
    Object.assign(dispute, { state: 'closed', ending: 'settled' });
    this.#liftHolds(dispute, now);
    if (parts.length > 0) this.endJob(now);
    return 'done';
  }
}
