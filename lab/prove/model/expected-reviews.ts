import { ExpectedVisits } from './expected-visits.ts';
import type { ModelReview } from './review.ts';
import { DAY_MS, sum, type Side, type Verdict } from './state.ts';

const REVIEW_MS = 14 * DAY_MS;
const IDLE_MS = 90 * DAY_MS;
const COUNTED_FROM_PAISE = 100_00;

/** Both sides review each other, and nobody reads the other's review before both are given or the time is over. */
export class ExpectedReviews extends ExpectedVisits {
  reviews: ModelReview[] = [];
  #firstReviewAt: number | null = null;
  #isOver = false;

  #hasRelease(): boolean {
    return this.milestones.some(({ releasedPaise }) => releasedPaise !== null);
  }

  #wasWorkedOn(): boolean {
    const wasBegun = this.milestones.some(({ work }) => work !== 'not_started');
    return this.job === 'completed' || this.#hasRelease() || wasBegun;
  }

  /** When what is sealed opens at the latest. */
  #getOpeningTime(): number | null {
    if (this.endedAt !== null) return this.#wasWorkedOn() ? this.endedAt + REVIEW_MS : null;
    if (this.#firstReviewAt === null) return null;
    return Math.max(this.#firstReviewAt, this.lastReleasedAt ?? 0) + IDLE_MS;
  }

  writeReview(caller: number, stars: number, now: number): Verdict {
    const side = this.getSide(caller);
    if (!side || this.#isOver) return 'refused';
    if (this.endedAt === null ? !this.#hasRelease() : !this.#wasWorkedOn() || now > this.endedAt + REVIEW_MS)
      return 'refused';
    const own = this.reviews.find(({ by }) => by === side);
    if (own && own.state !== 'sealed') return 'refused';
    if (own) own.stars = stars;
    else this.reviews.push({ by: side, stars, state: 'sealed' });
    this.#firstReviewAt ??= now;
    if (this.reviews.length === 2) this.#open();
    return 'done';
  }

  #open(): void {
    this.#isOver = true;
    for (const review of this.reviews) if (review.state === 'sealed') review.state = 'open';
  }

  openDueReviews(now: number): void {
    const opensAt = this.#getOpeningTime();
    if (!this.#isOver && opensAt !== null && opensAt < now) this.#open();
  }

  replyReview(caller: number): Verdict {
    const side = this.getSide(caller);
    const review = side && this.reviews.find(({ by }) => by !== side);
    if (review?.state !== 'open') return 'refused';
    review.state = 'answered';
    return 'done';
  }

  /** Why reviews of the job are in no average. */
  get uncountedReason(): 'unpaid' | 'small' | null {
    const releasedPaise = sum(this.milestones.map((milestone) => milestone.releasedPaise ?? 0));
    if (releasedPaise === 0) return 'unpaid';
    return releasedPaise < COUNTED_FROM_PAISE ? 'small' : null;
  }

  /** The stars of the open reviews of one side that count. */
  listStars(about: Side): number[] {
    const open = this.reviews.filter(({ by, state }) => by !== about && state !== 'sealed');
    return this.uncountedReason === null ? open.map(({ stars }) => stars) : [];
  }
}
