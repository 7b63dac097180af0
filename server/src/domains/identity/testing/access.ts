import type { AccessFacts, Owners } from '../../../../test/access/scene.ts';

export const access: AccessFacts = {
  objects: { users: async (owners) => ({ passkey: await createPasskey(owners) }) },
};

async function createPasskey({ world, poster, createSecret }: Owners): Promise<string> {
  const row = await world.db
    .insertInto('passkey')
    .values({
      user_id: poster.id,
      credential_id: createSecret('Credential'),
      public_key: Buffer.from('00', 'hex'),
      counter: 0,
      transports: [],
      name: createSecret('PasskeyName'),
      created_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(row.id);
}
