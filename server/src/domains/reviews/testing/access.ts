import { writeReview } from '@fws/contract/reviews/calls';
import type { AccessFacts } from '../../../../test/access/scene.ts';
import { upload } from '../../../../test/files/photos.ts';
import { earn } from '../../../../test/story.ts';

export const access: AccessFacts = {
  values: { rating: '5', 'reply_review.text': 'Thank you' },
  publicObjects: {
    review_list: { why: 'what is open about a person and counts is there for everybody signed in' },
  },
  objects: {
    users: async ({ world, poster, worker, createSecret }) => {
      const { jobId } = await earn(world, { poster, worker }, '300');
      const photo = await upload(worker);
      // Sealed, so that only the worker may read it.
      const text = createSecret('review');
      await worker.done(writeReview, { jobId: String(jobId), rating: '4', text, photoIds: [photo.id] });
      return {};
    },
  },
};
