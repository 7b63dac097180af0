import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';

export const access: AccessFacts = {
  objects: { users: async (owners) => ({ pushDevice: await createPushDevice(owners) }) },
};

async function createPushDevice({ world, worker, hide }: Owners): Promise<string> {
  const session = await world.db
    .selectFrom('session')
    .select('id')
    .where('user_id', '=', worker.id)
    .executeTakeFirstOrThrow();
  const endpoint = 'https://fcm.googleapis.com/fcm/send/zq-device';
  hide(endpoint);
  const { id } = await world.db
    .insertInto('push_subscription')
    .values({
      user_id: worker.id,
      session_id: session.id,
      endpoint,
      p256dh: 'A'.repeat(87),
      auth: 'A'.repeat(22),
      added_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}
