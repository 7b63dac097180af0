import { fail } from './difference.ts';
import type { Expected } from './expected.ts';
import type { ObservedState } from '../support/product/observe.ts';
import { getDueTime } from './visit.ts';

/** Where the visit is, and when it changes by itself. What it did to the money is compared as money. */
export function compareVisit({ visit, milestones }: Expected, observed: ObservedState): void {
  const expected = visit && {
    milestone: milestones[0]?.id,
    fee: visit.feePaise,
    state: visit.state,
    wrongCodes: visit.wrongCodes.length,
    dueAt: getDueTime(visit),
  };
  if (JSON.stringify(expected) !== JSON.stringify(observed.visit))
    fail(`the visit is ${JSON.stringify(observed.visit)}, not ${JSON.stringify(expected)}`);
}

/** The reviews, and the stars of each side. */
export function compareReviews(model: Expected, observed: ObservedState): void {
  const { poster } = model.people;
  const reason = model.uncountedReason;
  const expected = model.reviews.map(({ by, stars, state }) =>
    JSON.stringify({ by: by === 'poster' ? poster : model.worker, stars, state, reason }),
  );
  const actual = observed.reviews.map((review) => JSON.stringify(review));
  if (expected.toSorted().join('\n') !== actual.toSorted().join('\n'))
    fail(`the reviews are ${actual.join(', ')}, not ${expected.join(', ')}`);
  for (const { user, sum, count } of observed.stars) {
    const side = user === poster ? 'poster' : user === model.worker ? 'worker' : null;
    const stars = side ? model.listStars(side) : [];
    if (sum !== stars.reduce((total, one) => total + one, 0) || count !== stars.length)
      fail(`user ${user} has ${sum} stars of ${count} reviews, not ${JSON.stringify(stars)}`);
  }
}
