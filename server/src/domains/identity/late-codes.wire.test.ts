import { codeDelivery } from '@fws/contract/identity/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildRegistrationForm } from '../../../test/identity/registration.ts';
import { waitFor } from '../../../test/wait.ts';
import { startWorld } from '../../../test/world.ts';

const LATE = 'Codes are late at the moment. Yours will come, it may take some minutes';

test('whoever waits for a code reads that it is late while no worker lives', async () => {
  const world = await startWorld({ worker: false, env: { WORKER_HEARTBEAT_MS: '100' } });
  try {
    const isLate = async () => (await world.guest.done(codeDelivery, {})).isLate;
    await waitFor('the start to be over', isLate);
    expect(await world.guest.post('user_register', buildRegistrationForm())).toMatchObject({
      httpStatus: 200,
      message: `You are registered. We have sent a code to your mobile. ${LATE}`,
    });
    const user = await world.user();
    expect((await user.post('forgot_password', { user_name: user.mobile })).message).toContain(LATE);

    await sql`INSERT INTO worker_heartbeat (worker_id, seen_at) VALUES ('other', now() + interval '1 hour')`.execute(
      world.db,
    );
    await waitFor('the heartbeat to be read', async () => !(await isLate()));
    const answer = await world.guest.post('user_register', buildRegistrationForm());
    expect(answer.message).toBe('You are registered. We have sent a code to your mobile');
  } finally {
    await world.close();
  }
});
