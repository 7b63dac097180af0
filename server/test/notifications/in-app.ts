import type { TestUser } from '../user.ts';
import type { World } from '../world.ts';

/** What the app tells the user of this type, newest first, when nothing is left to do. */
export async function listNotifications(world: World, user: Pick<TestUser, 'id'>, type: string) {
  await world.drain();
  return world.db
    .selectFrom('notification')
    .select(['values', 'path'])
    .where('user_id', '=', user.id)
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .execute();
}
