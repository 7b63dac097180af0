import { inTx } from '../src/platform/db/index.ts';
import { enqueue } from '../src/platform/queue/index.ts';
import type { World } from './world.ts';

/** Lets the time pass in which the sides of an ended job may review each other, so that what they wrote opens. */
export async function endReviewTime(world: World, jobId: number): Promise<void> {
  await world.db
    .updateTable('review_period')
    .set({ due_at: new Date(world.clock.now().getTime() - 1000) })
    .where('job_id', '=', jobId)
    .where('closed_at', 'is', null)
    .execute();
  await runReviews(world);
}

/** Runs the timer of reviews, and what it finds due. */
export async function runReviews(world: World): Promise<void> {
  await inTx(world.db, (tx) => enqueue(tx, 'run_reviews', {}));
  await world.drain();
}
