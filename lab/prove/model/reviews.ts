import { replyReview, writeReview } from '@fws/contract/reviews/calls';
import { expectVerdict, type Action } from './action.ts';
import { pickCaller } from './calling.ts';

/** Both sides review each other, and answer. */
export const reviews = {
  async writeReview({ model, world, a, b, c }) {
    if (model.worker === null) return 'idle';
    const caller = pickCaller(model, a % 2 === 0 ? model.people.poster : model.worker, c);
    const stars = 1 + (b % 5);
    const answer = await world.product.call(writeReview, caller, {
      jobId: world.jobId,
      rating: stars,
      quality: null,
      onTime: null,
      asAgreed: null,
      manner: null,
      text: '',
      photoIds: null,
    });
    return expectVerdict('reviewing', model.writeReview(caller, stars, world.product.clock.ms()), answer);
  },
  async replyReview({ model, world, a, c }) {
    if (model.worker === null) return 'idle';
    const caller = pickCaller(model, a % 2 === 0 ? model.people.poster : model.worker, c);
    const answer = await world.product.call(replyReview, caller, { jobId: world.jobId, text: 'Thanks' });
    return expectVerdict('replying to a review', model.replyReview(caller), answer);
  },
} satisfies Record<string, Action>;
