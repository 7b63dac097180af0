import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '../../src/platform/log.ts';
import { startWorld, type World } from '../world.ts';

const lines: Record<string, unknown>[] = [];
const log: Log = {
  info: (message, fields) => message === 'refused' && void lines.push(fields ?? {}),
  warn: () => {},
  error: () => {},
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ log, env: { LIMIT_REQUESTS_ADDRESS: '40/1m' } });
});
afterAll(() => world.close());

test('logs refused forms, steps and access with their names, and nothing that was sent', async () => {
  const user = await world.user();
  await user.post('send_otp_email', { email: 'secret@example' });
  await user.post('awarded_job', { job_id: '999999' });
  expect(lines).toContainEqual(
    expect.objectContaining({ call: 'send_otp_email', kind: 'invalid', fields: 'email', userId: user.id }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ call: 'awarded_job', kind: 'not_found', userId: user.id }),
  );
  expect(JSON.stringify(lines)).not.toContain('secret@example');
});

test('logs reached limits, and of one address no more than sixty lines an hour', async () => {
  lines.length = 0;
  for (let n = 0; n < 150; n++) await world.guest.post('awarded_job', { job_id: '999999' });
  expect(lines.filter(({ kind }) => kind === 'too_many')).toHaveLength(60);
});
